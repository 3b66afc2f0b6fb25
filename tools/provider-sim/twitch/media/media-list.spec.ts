import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mediaList, type MediaListView } from './media-list.js';
import type { MediaTarget } from './media-target.js';
import { playbackStand, type PlaybackStand } from './playback.fixture.js';
import type { PlaybackSession } from './playback-session.js';

const START = Date.parse('2026-01-01T00:00:00Z');
const nameOf = (target: MediaTarget): string =>
  [target.t, ...('c' in target ? [target.c, target.cut] : []), ...('i' in target ? [target.i] : [])].join('-');

function listOf(session: PlaybackSession, more: Partial<MediaListView> = {}): string[] {
  session.load(Date.now());
  return mediaList({
    now: Date.now(),
    sessionId: 'a1',
    variantId: 'source',
    isFmp4: false,
    broadcastAt: session.broadcastAt,
    listed: session.listed,
    announced: session.announced,
    announcedAds: session.announcedAds,
    nextSeq: 0,
    ended: false,
    quirks: {},
    addressOf: nameOf,
    ...more,
  }).split('\n');
}
/** Tags of a kind, as they stand. */
const tags = (lines: readonly string[], ...names: string[]): string[] =>
  lines.filter((line) => names.some((name) => line.startsWith(`#EXT-X-${name}`)));
const body = (lines: readonly string[]): string[] =>
  lines.filter((line) => /^(#EXTINF|#EXT-X-DISCONTINUITY|#EXT-X-MAP|#EXT-X-GAP|[a-z])/.test(line));

describe('a media list', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: START });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const pass = (seconds: number): void => {
    jest.advanceTimersByTime(seconds * 1000);
  };
  function playing(...args: Parameters<typeof playbackStand>): PlaybackStand {
    const stand = playbackStand(...args);
    stand.start();
    pass(20);
    return stand;
  }

  it('of content has the channel-wide number, the times of the broadcast, a date for each segment and two announced ones', () => {
    const lines = listOf(playing({}, { window: 2 }).open());
    expect(lines.filter((line) => !line.startsWith('#EXT-X-DATERANGE'))).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:3',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:9',
      '#EXT-X-TWITCH-LIVE-SEQUENCE:9',
      '#EXT-X-TWITCH-ELAPSED-SECS:18.000',
      '#EXT-X-TWITCH-TOTAL-SECS:22.000',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:16.000Z',
      '#EXTINF:2.000,live',
      'segment-9',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:18.000Z',
      '#EXTINF:2.000,live',
      'segment-10',
      '#EXT-X-TWITCH-PREFETCH:segment-11',
      '#EXT-X-TWITCH-PREFETCH:segment-12',
      '',
    ]);
    expect(tags(lines, 'DATERANGE').map((line) => /CLASS="([^"]+)"/.exec(line)?.[1])).toEqual([
      'timestamp',
      'twitch-session',
      'twitch-assignment',
      'twitch-stream-source',
    ]);
  });

  it('of a preroll has no channel-wide number and announces nothing', () => {
    const lines = listOf(playing({ prerollS: 15 }).open());
    expect(tags(lines, 'MEDIA-SEQUENCE', 'TWITCH', 'START')).toEqual([
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-TWITCH-ELAPSED-SECS:16.000',
      '#EXT-X-TWITCH-TOTAL-SECS:22.006',
      '#EXT-X-START:TIME-OFFSET=0.000',
    ]);
    expect(body(lines).slice(0, 3)).toEqual([
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:2.002,Amazon|2470225614',
      'ad-ts-piece-0',
    ]);
    expect(lines.find((line) => line.includes('twitch-stitched-ad'))).toMatch(
      /ID="stitched-ad-1767225614-15015000000",CLASS="twitch-stitched-ad",START-DATE="2026-01-01T00:00:14.000Z",DURATION=15.015,X-TV-TWITCH-AD-ROLL-TYPE="PREROLL",X-TV-TWITCH-AD-POD-LENGTH="1",X-TV-TWITCH-AD-POD-POSITION="0",X-TV-TWITCH-AD-POD-FILLED-DURATION="15.015",X-TV-TWITCH-AD-COMMERCIAL-ID="/,
    );
    expect(lines.join('\n')).toContain('X-TV-TWITCH-STREAM-SOURCE="Amazon|2470225614"');
  });

  it('marks both borders of a midroll, and announces a range for each spot', () => {
    const stand = playing({}, { window: 20 });
    const session = stand.open();
    listOf(session);
    stand.sessions.startMidroll('7', 17);
    pass(30);
    const lines = listOf(session);
    expect(body(lines).filter((_, i, all) => all[i - 1] === '#EXT-X-DISCONTINUITY')).toEqual([
      '#EXTINF:2.002,Amazon|2470225624',
      '#EXTINF:2.002,Amazon|2470225625',
      '#EXTINF:2.000,live',
    ]);
    expect(
      tags(lines, 'DATERANGE:ID="stitched-ad').map((line) =>
        /DURATION=([\d.]+).*ROLL-TYPE="(\w+)".*LENGTH="(\d)",.*POSITION="(\d)"/.exec(line)?.slice(1),
      ),
    ).toEqual([
      ['15.015', 'MIDROLL', '2', '0'],
      ['2.002', 'MIDROLL', '2', '1'],
    ]);
  });

  it.each([
    ['a title of another seller', { adTitle: 'FT' }, /,FT\|\d+\n/],
    ['a title that is a number alone', { adTitle: '' }, /,\d{10}\n/],
    ['a range that ends late', { adRangeTailMs: 500 }, /DURATION=15\.515/],
  ] as const)('can have %s', (_, quirks, expected) => {
    expect(listOf(playing({ prerollS: 15 }).open(), { quirks }).join('\n')).toMatch(expected);
  });

  it('tells the channel-wide number again after each discontinuity before content', () => {
    const stand = playing({}, { window: 20 });
    const session = stand.open();
    stand.channel.act({ do: 'discontinuity', timestamps: 'continue' });
    listOf(session);
    stand.sessions.startMidroll('7', 2);
    pass(16);
    const lines = listOf(session);
    expect(
      lines.flatMap((line, i) =>
        line.startsWith('#EXT-X-TWITCH-LIVE-SEQUENCE') ? [`${lines[i - 1] ?? ''} ${line.split(':')[1] ?? ''}`] : [],
      ),
    ).toEqual(['#EXT-X-MEDIA-SEQUENCE:0 0', '#EXT-X-DISCONTINUITY 11', '#EXT-X-DISCONTINUITY 15']);
  });

  it('announces a break behind the announced content', () => {
    const stand = playing({}, { window: 2 });
    const session = stand.open();
    listOf(session);
    stand.sessions.startMidroll('7', 15);
    const lines = listOf(session, { quirks: { adContainer: 'fmp4' } });
    expect(lines.slice(lines.indexOf('segment-10') + 1).map((line) => /CLASS="[^"]+"/.exec(line)?.[0] ?? line)).toEqual(
      [
        '#EXT-X-TWITCH-PREFETCH:segment-11',
        '#EXT-X-TWITCH-PREFETCH:segment-12',
        'CLASS="twitch-stitched-ad"',
        'CLASS="twitch-stream-source"',
        'CLASS="twitch-ad-quartile"',
        '#EXT-X-DISCONTINUITY',
        '#EXT-X-MAP:URI="ad-init-fmp4-piece"',
        '#EXT-X-TWITCH-PREFETCH:ad-fmp4-piece-0',
        '',
      ],
    );
  });

  it('marks the quarters of an ad', () => {
    const session = playing({ prerollS: 15 }).open();
    listOf(session);
    pass(16);
    const lines = listOf(session);
    expect(tags(lines, 'DATERANGE:ID="quartile').map((line) => /QUARTILE="(\d)"/.exec(line)?.[1])).toEqual([
      '0',
      '1',
      '2',
      '3',
    ]);
    expect(lines.indexOf('ad-ts-piece-1')).toBeLessThan(lines.findIndex((line) => line.includes('QUARTILE="1"')));
  });

  it('can ask the player for an ad of its own over content that goes on', () => {
    const lines = listOf(playing().open(), { quirks: { clientAdEveryS: 300 } });
    expect(
      tags(lines, 'DATERANGE').filter(
        (line) => line.includes('CLASS="twitch-maf-ad"') && line.includes('PLANNED-DURATION=60.000'),
      ),
    ).toHaveLength(1);
    expect(body(lines)).not.toContain('#EXT-X-DISCONTINUITY');
  });

  it('can lack the channel-wide number', () => {
    expect(tags(listOf(playing().open(), { quirks: { noLiveSequence: true } }), 'TWITCH-LIVE')).toEqual([]);
  });

  it('of fMP4 has its init section, and again after ads with their own', () => {
    const session = playing({ prerollS: 5 }, { window: 20 }).open();
    listOf(session);
    pass(6);
    const lines = listOf(session, { isFmp4: true });
    expect(tags(lines, 'VERSION')).toEqual(['#EXT-X-VERSION:6']);
    expect(tags(lines, 'MAP')).toEqual([
      '#EXT-X-MAP:URI="ad-init-fmp4-piece"',
      '#EXT-X-MAP:URI="ad-init-fmp4-tail"',
      '#EXT-X-MAP:URI="init"',
    ]);
  });

  it('of TS can have ads in fMP4', () => {
    const lines = listOf(playing({ prerollS: 4 }).open(), { quirks: { adContainer: 'fmp4' } });
    expect(tags(lines, 'VERSION', 'MAP')).toEqual(['#EXT-X-VERSION:6', '#EXT-X-MAP:URI="ad-init-fmp4-piece"']);
    expect(body(lines)).toContain('ad-fmp4-piece-0');
  });

  it('says so when the channel has ended, and names gaps', () => {
    const stand = playing();
    const session = stand.open();
    stand.channel.act({ do: 'gap', segments: 1 });
    pass(2);
    expect(tags(listOf(session, { ended: true }), 'GAP', 'ENDLIST')).toEqual(['#EXT-X-GAP', '#EXT-X-ENDLIST']);
  });
});
