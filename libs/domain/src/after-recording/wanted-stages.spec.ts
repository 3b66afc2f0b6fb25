import { describe, expect, it } from '@jest/globals';
import { SETTING_DEFAULTS, type SettingValues, STAGE_KINDS } from '#libs/contracts';
import { chooseStages, keepChoice, stageQuality, type StageOptions } from './wanted-stages.js';

const wanted = (options: StageOptions = {}, settings: Partial<SettingValues> = {}): string[] =>
  chooseStages({ ...SETTING_DEFAULTS, ...settings }, options).flatMap(({ kind, isWanted }) => (isWanted ? [kind] : []));

describe('the stages after a recording', () => {
  it('are only the match by default, and are listed in their order', () => {
    expect(wanted()).toEqual(['match']);
    expect(chooseStages(SETTING_DEFAULTS, {}).map(({ kind }) => kind)).toEqual([...STAGE_KINDS]);
  });

  it.each([
    [{ 'after_recording.match': false }, []],
    [{ 'after_recording.download_chat': true, 'after_recording.match': false }, ['match', 'download-chat']],
    [{ 'after_recording.download_vod': true, 'after_recording.match': false }, ['match', 'download-vod']],
    [{ 'after_recording.repair': true, 'after_recording.match': false }, ['match', 'repair']],
    [{ 'after_recording.keep': 'vod' }, ['match', 'replace']],
    [{ 'reencoder.enabled': true }, ['match', 'reencode']],
    [{ 'capture.autosplit-enabled': true }, ['match', 'split']],
    [{ 'create_kodi_nfo': true, 'contact_sheet.enable': true }, ['match', 'nfo', 'contact-sheet']],
    [{ 'after_recording.hook': true }, ['match', 'hook']],
    [{ 'cleanup.after_recording': true }, ['match', 'cleanup']],
  ] as const)('of all channels: %j', (settings, kinds) => {
    expect(wanted({}, settings)).toEqual(kinds);
  });

  it.each([
    [{ download_chat: true }, ['match', 'download-chat']],
    [{ burn_chat: true }, ['match', 'render', 'burn']],
    [{ download_vod_at_end: true }, ['match', 'download-vod']],
    [{ download_chat: false, burn_chat: false, download_vod_at_end: false }, ['match']],
  ] as const)("of v0's switches %j", (options, kinds) => {
    expect(wanted(options)).toEqual(kinds);
  });

  it('of a channel go before those of all channels, and v0 switches before both', () => {
    const all = { 'after_recording.download_chat': true, 'create_kodi_nfo': true };
    expect(wanted({ stages: { 'download-chat': false, 'nfo': false, 'cleanup': true } }, all)).toEqual([
      'match',
      'cleanup',
    ]);
    expect(wanted({ download_chat: true, stages: { 'download-chat': false } })).toEqual(['match', 'download-chat']);
    const [match] = chooseStages(SETTING_DEFAULTS, { stages: { match: false } });
    expect(match).toEqual({ kind: 'match', own: false, inherited: true, isWanted: false });
  });

  it('keep what the channel wants after the download, or else the setting', () => {
    const settings = { ...SETTING_DEFAULTS, 'after_recording.keep': 'vod' as const };
    expect([keepChoice(settings, {}), keepChoice(settings, { keep_after_download: null })]).toEqual(['vod', 'vod']);
    expect(keepChoice(settings, { keep_after_download: 'recording' })).toBe('recording');
    expect(wanted({ keep_after_download: 'both' }, settings)).toEqual(['match']);
    expect(wanted({ keep_after_download: 'recording' })).toEqual(['match', 'replace']);
  });

  it('download the VOD in the quality of whoever wants it', () => {
    const settings = { ...SETTING_DEFAULTS, 'after_recording.download_vod_quality': '480p' };
    expect(stageQuality(settings, {})).toBe('480p');
    expect(stageQuality(settings, { download_vod_at_end: true, download_vod_at_end_quality: '720p' })).toBe('720p');
    expect(stageQuality(settings, { download_vod_at_end: true })).toBe('best');
  });
});
