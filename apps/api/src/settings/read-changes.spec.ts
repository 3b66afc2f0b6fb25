import { MASK, SETTING_KEYS, settingOf, V0_ONLY } from '#libs/contracts';
import { english, type Message } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readChanges } from './read-changes.js';
import { readValue } from './read-value.js';

const englishText = (text: Message | string): string => (typeof text === 'string' ? text : english(text));
const faultsOf = (...args: Parameters<typeof readChanges>) =>
  readChanges(...args).faults.map(({ path, message }) => ({ path, message: englishText(message) }));

describe('a change of settings', () => {
  it('accepts valid values; an empty one resets to the default', () => {
    const { changes, faults } = readChanges({ app_name: '  My DVR ', motd: null, vod_container: '' });
    expect([...changes]).toEqual([
      ['app_name', 'My DVR'],
      ['motd', undefined],
      ['vod_container', undefined],
    ]);
    expect(faults).toEqual([]);
  });

  it('takes the empty times of a schedule for never', () => {
    const config = { 'schedule.cron.backup': ' ', 'schedule.cron.self_test': null, 'schedule.cron.clean_up': '' };
    expect([...readChanges(config).changes]).toEqual([
      ['schedule.cron.backup', ''],
      ['schedule.cron.self_test', undefined],
      ['schedule.cron.clean_up', undefined],
    ]);
  });

  it('reads numbers and booleans in the form of v0', () => {
    expect([
      ...readChanges({
        'capture.grace_s': '12.5',
        'vods_to_keep': '7',
        'guest_mode': 'true',
        'debug': '1',
        'websocket_enabled': 0,
      }).changes,
    ]).toEqual([
      ['capture.grace_s', 12.5],
      ['vods_to_keep', 7],
      ['guest_mode', true],
      ['debug', true],
      ['websocket_enabled', false],
    ]);
  });

  it('does not store a value that equals the default', () => {
    expect([...readChanges({ 'vod_container': 'mp4', 'capture.grace_s': '30' }).changes]).toEqual([
      ['vod_container', undefined],
      ['capture.grace_s', undefined],
    ]);
  });

  it.each([
    ['unknown_key', 1],
    ['__proto__x', 1],
    ['constructor', 1],
    ['toString', 'x'],
    ['capture.grace_s', 'abc'],
    ['capture.grace_s', -5],
    ['capture.grace_s', '1e3'],
    ['vods_to_keep', 1.5],
    ['vods_to_keep', Number.NaN],
    ['guest_mode', 'yes'],
    ['guest_mode', 2],
    ['vod_container', 'avi'],
    ['motd', ['x']],
    ['app_name', 'x'.repeat(61)],
    ['filename_vod', '{login}_{nonsense}'],
    ['filename_vod', '{login'],
    ['locale.timezone', 'Mars/Olympus'],
    ['app_url', 'vod.example.org'],
    ['capture.http_proxy', 'javascript:alert(1)'],
    ['channel_folders', false],
    ['contact_sheet.grid', '0x5'],
  ])('refuses %s = %p on its field', (key, value) => {
    expect(faultsOf({ [key]: value })).toEqual([{ path: `config.${key}`, message: expect.any(String) }]);
  });

  it('names the position of a fault in a template', () => {
    expect(faultsOf({ filename_vod: '{login}_{nonsense}' })[0]?.message).toMatch(/\{nonsense\} at character 9/);
  });

  it('keeps a secret when its mask is sent', () => {
    expect(readChanges({ telegram_token: MASK }).changes.size).toBe(0);
    expect([...readChanges({ telegram_token: 't' }).changes]).toEqual([['telegram_token', 't']]);
  });

  it('accepts keys of v0 without effect, and explains why', () => {
    const { changes, ignored, faults } = readChanges({ bin_dir: '/usr/bin', hls_timeout: 'abc', motd: 'hi' });
    expect([changes.size, faults.length]).toEqual([1, 0]);
    expect([...ignored].map(([key, why]) => [key, english(why)])).toEqual([
      ['bin_dir', expect.any(String)],
      ['hls_timeout', 'use capture.stale_targets'],
    ]);
  });

  it('refuses to change a value of the environment, and accepts the same value', () => {
    const given = new Map([['capture.grace_s', { value: 7, from: 'TCD_CAPTURE_GRACE_S' }]] as const);
    expect(faultsOf({ 'capture.grace_s': 8 }, given)).toEqual([
      { path: 'config.capture.grace_s', message: expect.stringContaining('TCD_CAPTURE_GRACE_S') },
    ]);
    expect(readChanges({ 'capture.grace_s': '7' }, given)).toMatchObject({ faults: [], changes: new Map() });
  });

  it('accepts or refuses any value for any key without an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SETTING_KEYS), fc.jsonValue(), (key, value) => {
        const { changes, faults } = readChanges({ [key]: value });
        expect(changes.size + faults.length).toBeLessThanOrEqual(1);
        const read = readValue(settingOf(key), value);
        // An accepted value is accepted again, so that it can be stored, exported and imported.
        if (read.ok && read.value !== undefined) expect(readValue(settingOf(key), read.value)).toEqual(read);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the table of settings', () => {
  it.each(SETTING_KEYS)('%s: its default passes its own schema', (key) => {
    const { schema, default: defaultValue } = settingOf(key);
    expect(schema.parse(defaultValue)).toBe(defaultValue);
  });

  it('shares no key with the keys that only v0 has', () => {
    expect(
      Object.keys(V0_ONLY).filter((key) => Object.hasOwn(Object.fromEntries(SETTING_KEYS.map((k) => [k, 1])), key)),
    ).toEqual([]);
  });
});
