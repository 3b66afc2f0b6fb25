import { SETTING_DEFAULTS } from '#libs/contracts';
import { english } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { type StoredSetting } from '../persistence/repositories/setting.repository.js';
import { readLocked, readSettings } from './read-settings.js';

const row = (value: unknown, goodValue: unknown = value): StoredSetting => ({ value, goodValue });

describe('stored settings', () => {
  it('override the defaults', () => {
    expect(
      readSettings(
        new Map([
          ['motd', row('hi')],
          ['capture.grace_s', row(5)],
        ]),
      ),
    ).toEqual({ values: { ...SETTING_DEFAULTS, 'motd': 'hi', 'capture.grace_s': 5 }, errors: [] });
  });

  it('are reported if they are invalid, and the last valid value applies', () => {
    const { values, errors } = readSettings(
      new Map([
        ['capture.grace_s', row('abc', 45)],
        ['gone_setting', row(1)],
      ]),
    );
    expect(values).toEqual({ ...SETTING_DEFAULTS, 'capture.grace_s': 45 });
    expect(errors.map(english)).toEqual([expect.stringMatching(/capture\.grace_s.*Vodkeep uses the previous value/)]);
  });

  it('keep the default if they were never valid', () => {
    const { values, errors } = readSettings(new Map([['capture.grace_s', row('abc', null)]]));
    expect(values).toEqual(SETTING_DEFAULTS);
    expect(errors.map(english)).toEqual([expect.stringMatching(/capture\.grace_s.*Vodkeep uses the default/)]);
  });
});

describe('settings of the environment', () => {
  const texts = new Map([
    ['capture.grace_s', { name: 'TCD_CAPTURE_GRACE_S', text: '7' }],
    ['guest_mode', { name: 'VODKEEP_SETTING_GUEST_MODE', text: '1' }],
    ['vod_container', { name: 'TCD_VOD_CONTAINER', text: 'avi' }],
  ] as const);

  it('are read from text and override stored values; an invalid one is reported and ignored', () => {
    const { given, errors } = readLocked(texts);
    expect(errors.map(english)).toEqual([expect.stringContaining('TCD_VOD_CONTAINER')]);
    expect(
      readSettings(
        new Map([
          ['capture.grace_s', row(9)],
          ['vod_container', row('mkv')],
        ]),
        given,
      ).values,
    ).toEqual({ ...SETTING_DEFAULTS, 'capture.grace_s': 7, 'guest_mode': true, 'vod_container': 'mkv' });
  });
});
