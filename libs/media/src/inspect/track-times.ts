import { TS_WRAP_TICKS } from '#libs/contracts';
import { type AdtsDamage, adtsDamage } from './adts.js';
import { hasMp4Boxes, type Mp4Init, mp4TrackSamples } from './mp4-time.js';
import { packedAudioOf } from './packed-audio.js';
import { isPicture, isTransportStream, PACKET, byteAt, pesAt, pidAt } from './ts-packet.js';
import { isEvenRate, MAX_PAUSE_MS } from './track-limits.js';
import { announcedMedia, type AnnouncedMedia } from './ts-tables.js';
import { ptsAt } from './ts-time.js';

/** A stretch of media of a track, ms after the first time stamp of its segment (earlier: below 0). */
export interface Span {
  readonly fromMs: number;
  /** Null: until the end of the segment, because the length of its only packet is unknown. */
  readonly toMs: number | null;
  /** The container says that the last picture is shown until then. Muxers say so of what an encoder did not send, too. */
  readonly shownMs?: number;
}

/** A track of a segment. */
export interface TrackTimes {
  /** Of the container: PID, or track id. */
  readonly id: number;
  readonly kind: 'video' | 'audio';
  /** In order; empty for a track that is announced only. */
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
 * Reads from when to when a segment holds each of its tracks, over all of its bytes.
 * @param firstPtsMs its first time stamp; null if it has none
 * @returns nothing for media whose tracks cannot be measured
 */
export function trackTimes(body: Uint8Array, init: Mp4Init | null, firstPtsMs: number | null): readonly TrackTimes[] {
  if (isTransportStream(body)) return firstPtsMs === null ? [] : tsTrackTimes(body, firstPtsMs);
  if (hasMp4Boxes(body)) return firstPtsMs === null ? [] : mp4TrackTimes(body, init, firstPtsMs);
  if (packedAudioOf(body)?.container !== 'aac') return [];
  const damage = adtsDamage(body);
  return [{ id: 0, kind: 'audio', spans: [{ fromMs: 0, toMs: null }], ...(damage && { damage }) }];
}

function mp4TrackTimes(body: Uint8Array, init: Mp4Init | null, firstPtsMs: number): TrackTimes[] {
  const tracks = mp4TrackSamples(body, init).slice(0, MAX_TRACKS);
  return tracks.map(({ id, kind, samples, leastMs, mostMs }) => ({
    id,
    kind,
    spans: joinSpans(
      samples.map(({ fromMs, toMs, shownMs }) => ({
        fromMs: fromMs - firstPtsMs,
        toMs: toMs === null ? null : toMs - firstPtsMs,
        ...(shownMs !== undefined && { shownMs: shownMs - firstPtsMs }),
      })),
    ),
    ...(kind === 'video' && isEvenRate(leastMs, mostMs) && { isEven: true }),
  }));
}

function tsTrackTimes(body: Uint8Array, firstPtsMs: number): TrackTimes[] {
  const announced = announcedMedia(body);
  const kinds = new Map((announced ?? []).map(({ pid, kind }) => [pid, kind]));
  const times = new Map<number, number[]>([...kinds.keys()].map((pid) => [pid, []]));
  for (let at = 0; at + PACKET <= body.length; at += PACKET) {
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
  return [...times].map(([id, own]) => {
    const kind = kinds.get(id) ?? 'audio';
    const { times, stepsMs } = sortedTimes(own, firstPtsMs * 90);
    const spans = joinTimes(times, stepsMs[stepsMs.length >> 1] ?? null);
    return { id, kind, spans, ...(kind === 'video' && { mayStandStill: true, ...evenness(stepsMs) }) };
  });
}

function evenness(stepsMs: readonly number[]): Pick<TrackTimes, 'isEven'> {
  const isEven = isEvenRate(stepsMs[0] ?? 0, stepsMs.findLast((ms) => ms <= MAX_PAUSE_MS) ?? Infinity);
  return isEven ? { isEven } : {};
}

/** Streams of private data may be subtitles, so only the PMT says that they are audio. */
function kindOf(streamId: number): AnnouncedMedia['kind'] | null {
  if (isPicture(streamId)) return 'video';
  return streamId >= 0xc0 && streamId <= 0xdf ? 'audio' : null;
}

/** Presentation times in order, ms after the first one of the segment; and the distances between them, sorted. */
function sortedTimes(pts: readonly number[], firstTicks: number): { times: number[]; stepsMs: number[] } {
  const times = pts
    .map((ticks) => ticks - firstTicks)
    .map((ticks) => (ticks - Math.round(ticks / TS_WRAP_TICKS) * TS_WRAP_TICKS) / 90)
    .sort((a, b) => a - b);
  const stepsMs = times.flatMap((at, i) => (i > 0 ? [at - (times[i - 1] ?? at)] : [])).sort((a, b) => a - b);
  return { times, stepsMs };
}

/** @param usualMs length of a packet; null: unknown */
function joinTimes(times: readonly number[], usualMs: number | null): Span[] {
  const [first] = times;
  if (first === undefined) return [];
  if (usualMs === null) return [{ fromMs: first, toMs: null }];
  return joinSpans(times.map((fromMs) => ({ fromMs, toMs: fromMs + usualMs })));
}

/** Joins stretches in order of their start, unless media is missing between them. */
function joinSpans(parts: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const part of parts) {
    const last = spans.at(-1);
    if (!last || (last.toMs !== null && part.fromMs - last.toMs > MAX_PAUSE_MS)) spans.push(part);
    else if (last.toMs !== null)
      spans[spans.length - 1] = { ...part, fromMs: last.fromMs, toMs: part.toMs && Math.max(last.toMs, part.toMs) };
  }
  return spans;
}
