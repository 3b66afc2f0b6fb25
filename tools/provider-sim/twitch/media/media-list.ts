import { adRanges, adTitle, clientAdRange, liveRange, sessionRanges } from './date-ranges.js';
import type { MediaTarget } from './media-target.js';
import type { PlaybackQuirks } from './playback-quirks.js';
import type { PlacedAd, SessionEntry } from './session-entry.js';

const TARGET_DURATION_S = 6;
const TS_VERSION = 3;
const MAP_VERSION = 6;

/** Input of a session's media playlist. */
export interface MediaListView {
  readonly now: number;
  readonly sessionId: string;
  readonly variantId: string;
  readonly isFmp4: boolean;
  readonly broadcastAt: number;
  readonly listed: readonly SessionEntry[];
  /** Indexes of announced segments. */
  readonly announced: readonly number[];
  readonly announcedAds: readonly PlacedAd[];
  /** If no entry is listed: the number of the next one. */
  readonly nextSeq: number;
  readonly ended: boolean;
  readonly quirks: PlaybackQuirks;
  addressOf(target: MediaTarget): string;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
const isAd = (entry: SessionEntry): boolean => entry.kind === 'ad';
const adContainer = ({ quirks, isFmp4 }: MediaListView): 'ts' | 'fmp4' =>
  quirks.adContainer ?? (isFmp4 ? 'fmp4' : 'ts');

/**
 * The channel-wide number of the following content: at the head of a playlist that starts with content, and after each
 * discontinuity before content.
 */
const liveSequence = ({ quirks }: MediaListView, entry: SessionEntry | undefined): string[] =>
  entry?.kind !== 'content' || quirks.noLiveSequence === true
    ? []
    : [`#EXT-X-TWITCH-LIVE-SEQUENCE:${String(entry.segment.seq)}`];

function timeLines({ listed, broadcastAt, now }: MediaListView): string[] {
  const [first] = listed;
  const last = listed.at(-1);
  const since = (at: number): string => seconds(Math.max(0, at - broadcastAt));
  return [
    `#EXT-X-TWITCH-ELAPSED-SECS:${since(first?.startsAt ?? now)}`,
    `#EXT-X-TWITCH-TOTAL-SECS:${since(last ? last.startsAt + last.durationMs : now)}`,
    ...(first?.kind === 'ad' ? ['#EXT-X-START:TIME-OFFSET=0.000'] : []),
  ];
}

const adTarget = (view: MediaListView, { piece }: PlacedAd): MediaTarget => ({
  t: 'ad',
  s: view.sessionId,
  c: adContainer(view),
  cut: piece.cut,
  i: piece.index,
});
const contentTarget = ({ sessionId: s, variantId: v }: MediaListView, i: number): MediaTarget => ({
  t: 'segment',
  s,
  v,
  i,
});

/**
 * The init section of an ad; null: none. Twitch's playlists never reset a MAP, so content in TS also follows a MAP
 * after ads in fMP4.
 */
function adMap(view: MediaListView, { piece }: PlacedAd): MediaTarget | null {
  const c = adContainer(view);
  return c === 'fmp4' ? { t: 'ad-init', s: view.sessionId, c, cut: piece.cut } : null;
}

function mapOf(view: MediaListView, entry: SessionEntry): MediaTarget | null {
  if (entry.kind === 'ad') return adMap(view, entry);
  return view.isFmp4 ? { t: 'init', s: view.sessionId, v: view.variantId } : null;
}

const mapLine = (view: MediaListView, map: MediaTarget): string => `#EXT-X-MAP:URI="${view.addressOf(map)}"`;

function rangesBefore(view: MediaListView, entry: SessionEntry, before: SessionEntry | undefined): string[] {
  if (entry.kind === 'content') return before?.kind === 'content' ? [] : [liveRange(entry)];
  return adRanges(entry, before?.kind === 'ad' && before.adBreak === entry.adBreak ? before.piece : null, view.quirks);
}

function entryLines(view: MediaListView, entry: SessionEntry, map: MediaTarget | null): string[] {
  const [title, target] =
    entry.kind === 'content'
      ? (['live', contentTarget(view, entry.index)] as const)
      : ([adTitle(entry, view.quirks), adTarget(view, entry)] as const);
  return [
    ...(entry.discontinuity ? ['#EXT-X-DISCONTINUITY', ...liveSequence(view, entry)] : []),
    ...(map ? [mapLine(view, map)] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(entry.startsAt).toISOString()}`,
    ...(entry.kind === 'content' && entry.segment.gap ? ['#EXT-X-GAP'] : []),
    `#EXTINF:${seconds(entry.durationMs)},${title}`,
    view.addressOf(target),
  ];
}

function bodyLines(view: MediaListView): string[] {
  let map = '';
  return view.listed.flatMap((entry, i) => {
    const needed = mapOf(view, entry);
    const key = JSON.stringify(needed);
    const isNew = needed !== null && (key !== map || entry.discontinuity);
    if (needed !== null) map = key;
    return [...rangesBefore(view, entry, view.listed[i - 1]), ...entryLines(view, entry, isNew ? needed : null)];
  });
}

/**
 * Announced segments that are not complete yet, and the first segments of an upcoming break, preceded by its ranges, a
 * discontinuity and its init section.
 */
function announcedLines(view: MediaListView): string[] {
  const prefetch = (target: MediaTarget): string => `#EXT-X-TWITCH-PREFETCH:${view.addressOf(target)}`;
  const content = view.announced.map((i) => prefetch(contentTarget(view, i)));
  const [first] = view.announcedAds;
  if (!first) return content;
  const map = adMap(view, first);
  return [
    ...content,
    ...adRanges(first, null, view.quirks),
    '#EXT-X-DISCONTINUITY',
    ...(map ? [mapLine(view, map)] : []),
    ...view.announcedAds.map((ad) => prefetch(adTarget(view, ad))),
  ];
}

/**
 * The current media playlist of one session (docs/reference/twitch.md#live-playlists). The order of its lines is that
 * observed by players of the site in September and October 2026.
 */
export function mediaList(view: MediaListView): string {
  const { listed, isFmp4 } = view;
  const hasMap = isFmp4 || (adContainer(view) === 'fmp4' && (listed.some(isAd) || view.announcedAds.length > 0));
  const [first] = listed;
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${String(hasMap ? MAP_VERSION : TS_VERSION)}`,
    `#EXT-X-TARGETDURATION:${String(TARGET_DURATION_S)}`,
    `#EXT-X-MEDIA-SEQUENCE:${String(first?.seq ?? view.nextSeq)}`,
    ...(first?.discontinuity === true ? [] : liveSequence(view, first)),
    ...timeLines(view),
    ...sessionRanges(view),
    ...clientAdRange(listed, { broadcastAt: view.broadcastAt, everyS: view.quirks.clientAdEveryS }),
    ...bodyLines(view),
    ...announcedLines(view),
    ...(view.ended ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}
