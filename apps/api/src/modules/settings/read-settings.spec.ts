import { SETTING_DEFAULTS } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { readChanges, readSettings } from './read-settings.js';

describe('stored settings', () => {
  it('stand over the defaults', () => {
    expect(readSettings(new Map<string, unknown>([['motd', 'hi'], ['capture.grace_s', 5]]))).toEqual({ values: { ...SETTING_DEFAULTS, motd: 'hi', 'capture.grace_s': 5 }, errors: [] });
  });

  it('that are not valid any more leave the default and are named', () => {
    const { values, errors } = readSettings(new Map<string, unknown>([['capture.grace_s', 'abc'], ['gone_setting', 1]]));
    expect(values).toEqual(SETTING_DEFAULTS);
    expect(errors).toEqual([expect.stringContaining('capture.grace_s')]);
  });
});

describe('a change of settings', () => {
  it('takes what is valid, and null as back to the default', () => {
    const { changes, faults } = readChanges({ app_name: '  My DVR ', motd: null });
    expect([...changes]).toEqual([['app_name', 'My DVR'], ['motd', undefined]]);
    expect(faults).toEqual([]);
  });

  it.each([['unknown_key', 1], ['__proto__x', 1], ['constructor', 1], ['toString', 'x'], ['capture.grace_s', 'abc'], ['capture.grace_s', -5], ['guest_mode', 'true'], ['vod_container', 'avi'], ['motd', ['x']], ['app_name', '']])('refuses %s = %p on its field', (key, value) => {
    expect(readChanges({ [key]: value }).faults).toEqual([{ path: `config.${key}`, message: expect.any(String) }]);
  });
});
