import type { ContentEntry, AdBreak, AdEntry, SessionEntry } from './session-entry.js';
import type { MediaTarget } from './media-target.js';
import type { PlaybackQuirks } from './playback-quirks.js';

const TARGET_DURATION_S = 6;
const TS_VERSION = 3;
const MAP_VERSION = 6;

/** What a session's media list is written from. */
export interface MediaListView {
  readonly now: number;
  readonly sessionId: string;
  readonly variantId: string;
  readonly isFmp4: boolean;
  readonly broadcastAt: number;
  readonly listed: readonly SessionEntry[];
  /** Places of announced segments. */
  readonly announced: readonly number[];
  /** When no entry is listed: the number of the next one. */
  readonly nextSeq: number;
  readonly ended: boolean;
  readonly quirks: PlaybackQuirks;
  addressOf(target: MediaTarget): string;
}

const isoOf = (at: number): string => new Date(at).toISOString();
const seconds = (ms: number): string => (ms / 1000).toFixed(3);
const isContent = (entry: SessionEntry): entry is ContentEntry => entry.kind === 'content';
const isAd = (entry: SessionEntry): entry is AdEntry => entry.kind === 'ad';
const adTitle = ({ quirks }: MediaListView, { number }: AdBreak): string => `${quirks.adTitle ?? 'Amazon'}|${String(number)}`;

function range(id: string, cls: string, more: { readonly at: number; readonly rest: string }): string {
  return `#EXT-X-DATERANGE:ID="${id}",CLASS="${cls}",START-DATE="${isoOf(more.at)}",${more.rest}`;
}

/** The channel-wide number of the first live segment, and how long the broadcast has run; a list of ads alone has neither number. */
function liveLines(view: MediaListView): string[] {
  const first = view.listed.find(isContent);
  const last = view.listed.findLast(isContent);
  if (!first || !last) return [`#EXT-X-TWITCH-ELAPSED-SECS:0.000`, `#EXT-X-TWITCH-TOTAL-SECS:${seconds(Math.max(0, view.now - view.broadcastAt))}`, '#EXT-X-START:TIME-OFFSET=0'];
  const since = (at: number): string => seconds(Math.max(0, at - view.broadcastAt));
  return [
    ...(view.quirks.noLiveSequence === true ? [] : [`#EXT-X-TWITCH-LIVE-SEQUENCE:${String(first.segment.seq)}`]),
    `#EXT-X-TWITCH-ELAPSED-SECS:${since(first.startsAt)}`, `#EXT-X-TWITCH-TOTAL-SECS:${since(last.startsAt + last.durationMs)}`,
  ];
}

/** One range for each spot of a pod that has a segment in the list. */
function adRanges({ listed, quirks }: MediaListView): string[] {
  const spots = new Map(listed.filter(isAd).map(({ adBreak, piece }) => [`${adBreak.id}/${String(piece.spot)}`, { adBreak, place: piece.spot }] as const));
  return [...spots.values()].flatMap(({ adBreak, place }) => {
    const { id, roll, startsAt, pod, number } = adBreak;
    const spot = pod.spots[place];
    if (!spot) return [];
    const tailMs = place === pod.spots.length - 1 ? quirks.adRangeTailMs ?? 0 : 0;
    const rest = [
      `DURATION=${seconds(spot.durationMs + tailMs)}`, `X-TV-TWITCH-AD-ROLL-TYPE="${roll}"`, `X-TV-TWITCH-AD-POD-LENGTH="${String(pod.spots.length)}"`, `X-TV-TWITCH-AD-POD-POSITION="${String(place)}"`,
      `X-TV-TWITCH-AD-POD-FILLED-DURATION="${seconds(pod.durationMs)}"`, `X-TV-TWITCH-AD-COMMERCIAL-ID="${id}"`, `X-TV-TWITCH-AD-AD-SESSION-ID="${id}"`, `X-TV-TWITCH-AD-CREATIVE-ID="${String(number)}"`, 'X-TV-TWITCH-AD-AD-FORMAT="standard_video_ad"',
    ].join(',');
    return [range(`stitched-ad-${id}-${String(place)}`, 'twitch-stitched-ad', { at: startsAt + spot.offsetMs, rest })];
  });
}

function sourceRanges(view: MediaListView): string[] {
  return view.listed.flatMap((entry, i) => {
    const before = view.listed[i - 1];
    if (before?.kind === entry.kind) return [];
    const source = entry.kind === 'content' ? 'live' : adTitle(view, entry.adBreak);
    return [range(`source-${String(Math.floor(entry.startsAt / 1000))}`, 'twitch-stream-source', { at: entry.startsAt, rest: `END-ON-NEXT=YES,X-TV-TWITCH-STREAM-SOURCE="${source}"` })];
  });
}

function sessionRanges({ now, sessionId, broadcastAt }: MediaListView): string[] {
  const unix = String(Math.floor(now / 1000));
  return [
    range(`playlist-creation-${unix}`, 'timestamp', { at: now, rest: `END-ON-NEXT=YES,X-SERVER-TIME="${(now / 1000).toFixed(2)}"` }),
    range(`playlist-session-${unix}`, 'twitch-session', { at: broadcastAt, rest: `END-ON-NEXT=YES,X-TV-TWITCH-SESSIONID="${sessionId}"` }),
  ];
}

const adContainer = ({ quirks, isFmp4 }: MediaListView): 'ts' | 'fmp4' => quirks.adContainer ?? (isFmp4 ? 'fmp4' : 'ts');

function targetOf(view: MediaListView, entry: SessionEntry): MediaTarget {
  const { sessionId: s, variantId: v } = view;
  if (entry.kind === 'content') return { t: 'segment', s, v, i: entry.index };
  return { t: 'ad', s, c: adContainer(view), cut: entry.piece.cut, i: entry.piece.index };
}

/** The init section that an entry needs; null: none. Twitch's lists never take one back, so content in TS follows a MAP after ads in fMP4. */
function mapOf(view: MediaListView, entry: SessionEntry): MediaTarget | null {
  const { sessionId: s, variantId: v } = view;
  if (entry.kind === 'content') return view.isFmp4 ? { t: 'init', s, v } : null;
  const c = adContainer(view);
  return c === 'fmp4' ? { t: 'ad-init', s, c, cut: entry.piece.cut } : null;
}

function entryLines(view: MediaListView, entry: SessionEntry, map: MediaTarget | null): string[] {
  const title = entry.kind === 'content' ? 'live' : adTitle(view, entry.adBreak);
  return [
    ...(entry.discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(map ? [`#EXT-X-MAP:URI="${view.addressOf(map)}"`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${isoOf(entry.startsAt)}`,
    ...(entry.kind === 'content' && entry.segment.gap ? ['#EXT-X-GAP'] : []),
    `#EXTINF:${seconds(entry.durationMs)},${title}`, view.addressOf(targetOf(view, entry)),
  ];
}

function bodyLines(view: MediaListView): string[] {
  let map = '';
  return view.listed.flatMap((entry) => {
    const needed = mapOf(view, entry);
    const key = JSON.stringify(needed);
    const isNew = needed !== null && (key !== map || entry.discontinuity);
    if (needed !== null) map = key;
    return entryLines(view, entry, isNew ? needed : null);
  });
}

/** The media list of one session, as it is now (protocols.md 3.6, 3.7). */
export function mediaList(view: MediaListView): string {
  const { listed, isFmp4, sessionId: s, variantId: v } = view;
  const hasMap = isFmp4 || (adContainer(view) === 'fmp4' && listed.some(isAd));
  return [
    '#EXTM3U', `#EXT-X-VERSION:${String(hasMap ? MAP_VERSION : TS_VERSION)}`, `#EXT-X-TARGETDURATION:${String(TARGET_DURATION_S)}`, `#EXT-X-MEDIA-SEQUENCE:${String(listed[0]?.seq ?? view.nextSeq)}`,
    ...liveLines(view), ...sessionRanges(view), ...sourceRanges(view), ...adRanges(view), ...bodyLines(view),
    ...view.announced.map((i) => `#EXT-X-TWITCH-PREFETCH:${view.addressOf({ t: 'segment', s, v, i })}`),
    ...(view.ended ? ['#EXT-X-ENDLIST'] : []), '',
  ].join('\n');
}
