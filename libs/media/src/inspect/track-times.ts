import { TS_WRAP_TICKS } from '#libs/contracts';
import { yieldTurn } from '#libs/input';
import { type AdtsDamage, adtsDamage } from './adts.js';
import { type Mp4Media } from './mp4-media.js';
import { packedAudioOf } from './packed-audio.js';
import { addSpan, type Span } from './spans.js';
import { isPicture, isTransportStream, PACKET, byteAt, pesAt, pidAt } from './ts-packet.js';
import { isEvenRate, MAX_PAUSE_MS } from './track-limits.js';
import { announcedMedia, type AnnouncedMedia } from './ts-tables.js';
import { ptsAt } from './ts-time.js';

/** A track of a segment. */
export interface TrackTimes {
  /** Of the container: PID, or track id. */
  readonly id: number;
  readonly kind: 'video' | 'audio';
  /** In order, after the first time stamp of the segment (earlier: below 0); empty for a track that is announced only. */
  readonly spans: readonly Span[];
  /** Nothing tells how long its frames are: the last picture before a pause may be shown until the next one. */
  readonly mayStandStill?: true;
  /** Its pictures come at an even rate, apart from pauses. */
  readonly isEven?: true;
  /** Packed AAC with bytes that are no whole frame. */
  readonly damage?: AdtsDamage;
}

/** The most tracks that are measured. */
const MAX_TRACKS = 8;

/**
 * Reads from when to when a segment of MPEG-TS or packed audio holds each of its tracks, over all of its bytes.
 * @param firstPtsMs its first time stamp; null if it has none
 * @returns nothing for media whose tracks cannot be measured
 */
export async function trackTimes(body: Uint8Array, firstPtsMs: number | null): Promise<readonly TrackTimes[]> {
  if (isTransportStream(body)) return firstPtsMs === null ? [] : tsTrackTimes(body, firstPtsMs);
  if (packedAudioOf(body)?.container !== 'aac') return [];
  const damage = await adtsDamage(body);
  return [{ id: 0, kind: 'audio', spans: [{ fromMs: 0, toMs: null }], ...(damage && { damage }) }];
}

/** The same for the fragments of a segment. */
export function mp4TrackTimes({ firstTimeMs, tracks }: Mp4Media): readonly TrackTimes[] {
  if (firstTimeMs === null) return [];
  return tracks.slice(0, MAX_TRACKS).map(({ id, kind, samples, leastMs, mostMs }) => ({
    id,
    kind,
    spans: samples.map(({ fromMs, toMs, shownMs }) => ({
      fromMs: fromMs - firstTimeMs,
      toMs: toMs === null ? null : toMs - firstTimeMs,
      ...(shownMs !== undefined && { shownMs: shownMs - firstTimeMs }),
    })),
    ...(kind === 'video' && isEvenRate(leastMs, mostMs) && { isEven: true }),
  }));
}

/** Bytes after which other work may run: more than a segment of usual media has. */
const BYTES_A_TURN = 50_000 * PACKET;

async function tsTrackTimes(body: Uint8Array, firstPtsMs: number): Promise<TrackTimes[]> {
  const kinds = new Map((announcedMedia(body) ?? []).map(({ pid, kind }) => [pid, kind]));
  const times = new Map<number, number[]>([...kinds.keys()].map((pid) => [pid, []]));
  for (let at = 0; at + PACKET <= body.length; at += PACKET) {
    if (at % BYTES_A_TURN === BYTES_A_TURN - PACKET) await yieldTurn();
    const pes = pesAt(body, at);
    const pts = pes < 0 ? null : ptsAt(body, pes);
    if (pts === null) continue;
    const pid = pidAt(body, at);
    const kind = kinds.get(pid) ?? kindOf(byteAt(body, pes + 3));
    if (!kind) continue;
    kinds.set(pid, kind);
    const own = times.get(pid);
    if (own) own.push(pts);
    else if (times.size < MAX_TRACKS) times.set(pid, [pts]);
  }
  return [...times].map(([id, own]) => tsTrack({ id, kind: kinds.get(id) ?? 'audio' }, own, firstPtsMs));
}

function tsTrack(
  { id, kind }: Pick<TrackTimes, 'id' | 'kind'>,
  own: readonly number[],
  firstPtsMs: number,
): TrackTimes {
  const { times, stepsMs } = sortedTimes(own, firstPtsMs * 90);
  const spans = joinTimes(times, stepsMs[stepsMs.length >> 1] ?? null);
  return { id, kind, spans, ...(kind === 'video' && { mayStandStill: true, ...evenness(stepsMs) }) };
}

function evenness(stepsMs: Float64Array): Pick<TrackTimes, 'isEven'> {
  const isEven = isEvenRate(stepsMs[0] ?? 0, stepsMs.findLast((ms) => ms <= MAX_PAUSE_MS) ?? Infinity);
  return isEven ? { isEven } : {};
}

/** Streams of private data may be subtitles, so only the PMT says that they are audio. */
function kindOf(streamId: number): AnnouncedMedia['kind'] | null {
  if (isPicture(streamId)) return 'video';
  return streamId >= 0xc0 && streamId <= 0xdf ? 'audio' : null;
}

/** Presentation times in order, ms after the first one of the segment; and the distances between them, sorted. */
function sortedTimes(
  pts: readonly number[],
  firstTicks: number,
): { readonly times: Float64Array; readonly stepsMs: Float64Array } {
  const times = Float64Array.from(pts, (ticks) => {
    const since = ticks - firstTicks;
    return (since - Math.round(since / TS_WRAP_TICKS) * TS_WRAP_TICKS) / 90;
  }).sort();
  return {
    times,
    stepsMs: times
      .subarray(1)
      .map((at, i) => at - (times[i] ?? at))
      .sort(),
  };
}

/** @param usualMs length of a packet; null: unknown */
function joinTimes(times: Float64Array, usualMs: number | null): Span[] {
  const [first] = times;
  if (first === undefined) return [];
  if (usualMs === null) return [{ fromMs: first, toMs: null }];
  const spans: Span[] = [];
  for (const fromMs of times) addSpan(spans, { fromMs, toMs: fromMs + usualMs });
  return spans;
}
