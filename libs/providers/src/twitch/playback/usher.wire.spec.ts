import { describe, expect, it } from '@jest/globals';
import { readUnavailable } from './usher.wire.js';

const master = (rows: unknown): string =>
  `#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID="NODE",VALUE="x"\n#EXT-X-SESSION-DATA:DATA-ID="com.amazon.ivs.unavailable-media",VALUE="${Buffer.from(JSON.stringify(rows)).toString('base64')}"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://x/\n`;

describe('qualities that a master names as not given', () => {
  it('says what the operator can do for 1440p', () => {
    const [only] = readUnavailable(
      master([
        {
          'IVS-NAME': '1440p60',
          'STABLE-VARIANT-ID': '1440p60',
          'BANDWIDTH': 9_000_000,
          'FILTER_REASONS': [],
          'AUTHORIZATION_REASONS': ['AUTHZ_NOT_LOGGED_IN'],
        },
      ]),
    );
    expect(only).toMatchObject({ name: '1440p60', reason: { english: expect.stringContaining('playback token') } });
  });
  it('keeps a reason that it does not know, joins several, and takes either name', () => {
    expect(
      readUnavailable(
        master([
          { NAME: 'a', FILTER_REASONS: ['FR_NEW'], AUTHORIZATION_REASONS: ['AUTHZ_GEO'] },
          { IVS_NAME: 'b' },
          { 'STABLE-VARIANT-ID': 'c', 'FILTER_REASONS': null },
        ]),
      ),
    ).toMatchObject([
      { name: 'a', reason: { english: 'not offered in this region; FR_NEW' } },
      { name: 'b', reason: { english: 'Twitch gives no reason' } },
      { name: 'c', reason: { english: 'Twitch gives no reason' } },
    ]);
  });
  it('leaves out rows without a name and data that are no rows', () => {
    expect(readUnavailable(master([{ BANDWIDTH: 1 }, 'x', null, { NAME: 'd' }])).map(({ name }) => name)).toEqual([
      'd',
    ]);
    expect(readUnavailable(master({}))).toEqual([]);
    expect(readUnavailable('#EXT-X-SESSION-DATA:DATA-ID="com.amazon.ivs.unavailable-media",VALUE="%%"')).toEqual([]);
    expect(readUnavailable('#EXTM3U')).toEqual([]);
  });
});
