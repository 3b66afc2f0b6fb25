import { describe, expect, it } from '@jest/globals';
import { Rendition } from '../../channel/rendition.js';
import { LiveChannel } from '../../channel/live-channel.js';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import type { PlaybackQuirks } from '../media/playback-quirks.js';
import { cutOf } from '../media/playback.fixture.js';
import type { ReadToken } from '../media/playback-tokens.js';
import { variantsOf } from '../media/variant.js';
import { masterV1, masterV2, type MasterView } from './master.js';
import { chooseVariants, requestedVariants } from './choose-variants.js';

const rendition = (name: string, width: number, height: number): Rendition =>
  new Rendition(name, cutOf({ spec: { ...SMALL_MEDIA, width, height } }));
const audio = new Rendition('audio_only', cutOf({ cut: { container: 'ts', segmentS: 2, tracks: 'audio' } }));
const channel = new LiveChannel(smallChannel('c'), [
  rendition('best', 1920, 1080),
  rendition('mid', 854, 480),
  rendition('tall', 270, 480),
]);
const VISITOR: ReadToken = { channel: 'c', expires: 0, hide_ads: false, subscriber: false, user_id: null };

interface MasterRequest {
  readonly query?: string;
  readonly quirks?: PlaybackQuirks;
  readonly token?: ReadToken;
}
function viewOf({
  query = 'allow_source=true&allow_audio_only=true',
  quirks = {},
  token = VISITOR,
}: MasterRequest = {}): MasterView {
  const variants = variantsOf(channel, audio);
  return {
    ...chooseVariants(variants, requestedVariants(new URLSearchParams(query)), { quirks, token }),
    sessionId: '0123456789abcdef0123456789abcdef',
    broadcastId: '40000000001',
    now: 1_767_225_600_120,
    broadcastAt: 1_767_221_876_620,
    isTransmux: false,
    listsHidden: true,
    addressOf: ({ id }) => `https://list/${id}`,
  };
}
const names = ({ offered }: MasterView): string[] => offered.map(({ id }) => id);
const dataOf = (master: string, id: string): string | undefined =>
  new RegExp(`DATA-ID="${id}",VALUE="([^"]*)"`).exec(master)?.[1];

describe('a master', () => {
  it('of the first version names groups, source first', () => {
    const lines = masterV1(viewOf()).split('\n');
    expect(lines[1]).toMatch(
      /^#EXT-X-TWITCH-INFO:NODE=".*SERVER-TIME="1767225600.12",TRANSCODESTACK="2023-Transcode-QS-V1".*BROADCAST-ID="40000000001",STREAM-TIME="3723.5",/,
    );
    expect(lines.slice(2, 8)).toEqual([
      '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="chunked",NAME="1080p (source)",AUTOSELECT=YES,DEFAULT=YES',
      '#EXT-X-STREAM-INF:BANDWIDTH=4000,RESOLUTION=1920x1080,CODECS="avc1.64001e,mp4a.40.2",VIDEO="chunked",FRAME-RATE=30.000',
      'https://list/best',
      '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="480p30",NAME="480p",AUTOSELECT=YES,DEFAULT=YES',
      '#EXT-X-STREAM-INF:BANDWIDTH=4000,RESOLUTION=854x480,CODECS="avc1.64001e,mp4a.40.2",VIDEO="480p30",FRAME-RATE=30.000',
      'https://list/mid',
    ]);
    expect(lines.slice(-4)).toEqual([
      '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="audio_only",NAME="Audio Only",AUTOSELECT=NO,DEFAULT=NO',
      '#EXT-X-STREAM-INF:BANDWIDTH=160000,CODECS="mp4a.40.2",VIDEO="audio_only"',
      'https://list/audio_only',
      '',
    ]);
  });

  it('of the second version has a line for each fact and the source last', () => {
    const master = masterV2(viewOf());
    expect(dataOf(master, 'BROADCAST-ID')).toBe('40000000001');
    expect(master).not.toMatch(/EXT-X-MEDIA:|TWITCH-INFO/);
    expect(master.match(/(?<=STABLE-VARIANT-ID=).*/g)).toEqual([
      '"480p30",IVS-NAME="480p",IVS-VARIANT-SOURCE="transcode",IVS-GROUPS="landscape"',
      '"270p30-portrait",IVS-NAME="270p",IVS-VARIANT-SOURCE="transcode",IVS-GROUPS="portrait"',
      '"audio_only",IVS-NAME="audio_only",IVS-VARIANT-SOURCE="transcode",IVS-GROUPS="landscape,portrait"',
      '"1080p30",IVS-NAME="1080p",IVS-VARIANT-SOURCE="source",IVS-GROUPS="landscape"',
    ]);
  });

  it.each([
    ['', ['mid', 'tall']],
    ['allow_source=true', ['best', 'mid', 'tall']],
    ['allow_audio_only=true', ['mid', 'tall', 'audio_only']],
  ])('has the source and sound only when they are asked for: %p', (query, expected) => {
    expect(names(viewOf({ query }))).toEqual(expected);
  });

  it('tells what it does not offer, and why', () => {
    const master = masterV2(
      viewOf({
        query: 'allow_source=true',
        quirks: { hidden: { best: 'AUTHZ_NOT_LOGGED_IN', tall: 'FR_WAITING_TRANSCODE' } },
      }),
    );
    expect(
      JSON.parse(Buffer.from(dataOf(master, 'com.amazon.ivs.unavailable-media') ?? '', 'base64').toString()),
    ).toMatchObject([
      {
        'IVS_NAME': '1080p',
        'RESOLUTION': '1920x1080',
        'FILTER_REASONS': [],
        'AUTHORIZATION_REASONS': ['AUTHZ_NOT_LOGGED_IN'],
        'IVS-VARIANT-SOURCE': 'source',
      },
      { IVS_NAME: '270p', FILTER_REASONS: ['FR_WAITING_TRANSCODE'] },
      { IVS_NAME: 'audio_only', FILTER_REASONS: ['FR_AUDIO_DISALLOWED'] },
    ]);
  });

  it.each([
    ['AUTHZ_NOT_LOGGED_IN', { user_id: 5 }, true],
    ['AUTHZ_DISALLOWED_BITRATE', { user_id: 5 }, false],
    ['AUTHZ_DISALLOWED_BITRATE', { user_id: 5, subscriber: true }, true],
    ['AUTHZ_GEO', { user_id: 5, subscriber: true }, false],
  ] as const)('offers what is hidden for %s to %j: %p', (reason, viewer, isOffered) => {
    expect(
      names(viewOf({ quirks: { hidden: { best: reason } }, token: { ...VISITOR, ...viewer } })).includes('best'),
    ).toBe(isOffered);
  });
});
