import type { AdPiece } from './ad-pieces.js';
import type { PlaybackQuirks } from './playback-quirks.js';
import type { PlacedAd, SessionEntry } from './session-entry.js';

const QUARTERS = 4;
const CLIENT_AD_MS = 60_000;

const isoOf = (at: number): string => new Date(at).toISOString();
const unixOf = (at: number): string => String(Math.floor(at / 1000));
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

interface Range {
  readonly id: string;
  readonly cls: string;
  readonly at: number;
  readonly rest: string;
}
const tagOf = ({ id, cls, at, rest }: Range): string =>
  `#EXT-X-DATERANGE:ID="${id}",CLASS="${cls}",START-DATE="${isoOf(at)}",${rest}`;

/** Title of an ad, which is also the source that its ranges name. */
export function adTitle({ adBreak, piece }: PlacedAd, { adTitle: brand = 'Amazon' }: PlaybackQuirks): string {
  const number = String(adBreak.number + piece.spot);
  return brand === '' ? number : `${brand}|${number}`;
}

const sourceRange = (at: number, source: string): string =>
  tagOf({
    id: `source-${unixOf(at)}`,
    cls: 'twitch-stream-source',
    at,
    rest: `END-ON-NEXT=YES,X-TV-TWITCH-STREAM-SOURCE="${source}"`,
  });

function quarterOf({ adBreak, piece }: PlacedAd): number {
  const spot = adBreak.pod.spots[piece.spot];
  return spot ? Math.floor((QUARTERS * (piece.offsetMs - spot.offsetMs)) / spot.durationMs) : 0;
}

function spotRange({ adBreak, piece }: PlacedAd, { adRangeTailMs = 0 }: PlaybackQuirks): string {
  const { id, roll, startsAt, pod, number } = adBreak;
  const { offsetMs = 0, durationMs = 0 } = pod.spots[piece.spot] ?? {};
  const lasts = durationMs + (piece.spot === pod.spots.length - 1 ? adRangeTailMs : 0);
  const at = startsAt + offsetMs;
  const rest = [
    `DURATION=${seconds(lasts)}`,
    `X-TV-TWITCH-AD-ROLL-TYPE="${roll}"`,
    `X-TV-TWITCH-AD-POD-LENGTH="${String(pod.spots.length)}"`,
    `X-TV-TWITCH-AD-POD-POSITION="${String(piece.spot)}"`,
    `X-TV-TWITCH-AD-POD-FILLED-DURATION="${seconds(pod.durationMs)}"`,
    `X-TV-TWITCH-AD-COMMERCIAL-ID="${id}"`,
    `X-TV-TWITCH-AD-AD-SESSION-ID="${id}"`,
    `X-TV-TWITCH-AD-CREATIVE-ID="${String(number)}"`,
    'X-TV-TWITCH-AD-AD-FORMAT="standard_video_ad"',
  ].join(',');
  return tagOf({ id: `stitched-ad-${unixOf(at)}-${String(lasts)}000000`, cls: 'twitch-stitched-ad', at, rest });
}

/**
 * Date ranges before an ad segment: spot and source if it is the spot's first, and a mark at each quarter. The mark is
 * not an ad range, although it lies inside one.
 */
export function adRanges(ad: PlacedAd, before: AdPiece | null, quirks: PlaybackQuirks): string[] {
  const at = ad.adBreak.startsAt + ad.piece.offsetMs;
  const isFirst = before?.spot !== ad.piece.spot;
  const quarter = quarterOf(ad);
  const isNew = isFirst || quarter !== quarterOf({ ...ad, piece: before });
  return [
    ...(isFirst ? [spotRange(ad, quirks), sourceRange(at, adTitle(ad, quirks))] : []),
    ...(isNew
      ? [
          tagOf({
            id: `quartile-${unixOf(at)}-${String(quarter)}`,
            cls: 'twitch-ad-quartile',
            at,
            rest: `DURATION=2.000,X-TV-TWITCH-AD-QUARTILE="${String(quarter)}"`,
          }),
        ]
      : []),
  ];
}

/** Date range before content that follows ads or starts the playlist. */
export const liveRange = ({ startsAt }: SessionEntry): string => sourceRange(startsAt, 'live');

/** Date ranges at the head of every playlist. */
export function sessionRanges({
  now,
  sessionId,
  broadcastAt,
}: {
  readonly now: number;
  readonly sessionId: string;
  readonly broadcastAt: number;
}): string[] {
  return [
    tagOf({
      id: `playlist-creation-${unixOf(now)}`,
      cls: 'timestamp',
      at: now,
      rest: `END-ON-NEXT=YES,X-SERVER-TIME="${(now / 1000).toFixed(2)}"`,
    }),
    tagOf({
      id: `playlist-session-${unixOf(now)}`,
      cls: 'twitch-session',
      at: broadcastAt,
      rest: `END-ON-NEXT=YES,X-TV-TWITCH-SESSIONID="${sessionId}"`,
    }),
    tagOf({
      id: `playlist-assignment-${unixOf(broadcastAt)}`,
      cls: 'twitch-assignment',
      at: broadcastAt,
      rest: `END-ON-NEXT=YES,X-TV-TWITCH-SERVING-ID="${sessionId}",X-TV-TWITCH-NODE="video-edge-c2a4e8.fra02",X-TV-TWITCH-CLUSTER="fra02"`,
    }),
  ];
}

/**
 * Date range of the player's own ad, during which content continues. It is listed as long as it overlaps the playlist.
 */
export function clientAdRange(
  listed: readonly SessionEntry[],
  { broadcastAt, everyS }: { readonly broadcastAt: number; readonly everyS: number | undefined },
): string[] {
  const [first] = listed;
  const last = listed.at(-1);
  if (everyS === undefined || !first || !last) return [];
  const at = broadcastAt + Math.floor((last.startsAt - broadcastAt) / (everyS * 1000)) * everyS * 1000;
  if (at + CLIENT_AD_MS <= first.startsAt) return [];
  return [
    tagOf({
      id: `maf-ad-${unixOf(at)}-${String(CLIENT_AD_MS)}000000`,
      cls: 'twitch-maf-ad',
      at,
      rest: `PLANNED-DURATION=60.000,END-ON-NEXT=YES,X-TTV-MAF-AD-PRIMARY-POD="6",X-TTV-MAF-AD-FALLBACK-FORMATS="5,3,4",X-TTV-MAF-AD-SDA-SEQUENCE-LENGTH="4",X-TTV-MAF-AD-COMMERCIAL-ID="${unixOf(at)}"`,
    }),
  ];
}
