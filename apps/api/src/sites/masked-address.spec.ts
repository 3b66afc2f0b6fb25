import { describe, expect, it } from '@jest/globals';
import { hasLogin, isMaskedAddress, maskedAddress } from './masked-address.js';

describe('the masked form of an address', () => {
  it.each([
    [
      'every value of the query',
      'http://host:81/live/index.m3u8?token=SECRET&n=2',
      'http://host:81/live/index.m3u8?token=********&n=********',
    ],
    ['a query without a name', 'https://host/index.m3u8?SECRET', 'https://host/index.m3u8?********'],
    ['a value with an equals sign', 'https://host/a?t=SECRET==', 'https://host/a?t=********'],
    ['user info', 'https://cam:SECRET@host/a.m3u8', 'https://host/a.m3u8'],
  ])('hides %s', (_, address, shown) => {
    expect(maskedAddress(address)).toBe(shown);
    expect(maskedAddress(shown)).toBe(shown);
  });

  it.each(['http://host/live/a.m3u8', 'https://www.twitch.tv/harbour', '50000001', 'UCabc?x=1', ''])(
    'leaves %p as it is',
    (text) => {
      expect(maskedAddress(text)).toBe(text);
    },
  );

  it('recognises an address with a user or a password', () => {
    expect(['https://cam:x@host/a', 'http://cam@host/a', 'https://host/a', 'cam:x@host'].map(hasLogin)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('distinguishes a masked address from a usable one', () => {
    expect(
      ['https://host/a?t=********', 'https://host/a?********', 'https://host/a?t=new&n=********'].map(isMaskedAddress),
    ).toEqual([true, true, true]);
    expect(['https://host/a?t=1', 'https://host/a', 'https://host/********', 'harbour'].map(isMaskedAddress)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
