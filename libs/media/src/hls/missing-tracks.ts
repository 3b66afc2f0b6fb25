import {
  type CaptureNotice,
  MAX_MISSING_TRACKS,
  type MissingTrack,
  type SegmentInfo,
  type TrackKind,
} from '#libs/contracts';
import { type AdtsDamage } from '../inspect/adts.js';
import { MAX_PAUSE_MS } from '../inspect/track-limits.js';
import { type Span } from '../inspect/spans.js';
import { type TrackTimes } from '../inspect/track-times.js';

/** A track may be this much behind the other one at the end of a segment; its next packets are in the next segment. */
const MAX_LAG_MS = 1500;
/** Video that had an even rate for this long does not stand still. */
const EVEN_MS = 6000;
/** Tracks that are followed; a source with more changes their ids. */
const MAX_TRACKS = 9;

interface FollowedTrack {
  readonly kind: TrackKind;
  readonly number: number;
  /** In the container of the newest segment that has it. */
  id: number;
  /** The track had media, or is video that was announced. */
  isExpected: boolean;
  /** Until here its media is complete, or reported as missing: ms of presentation time. */
  doneMs: number;
  /** Length of its pictures since the last pause, as long as their rate is even. */
  evenMs: number;
  isAway: boolean;
}

export interface PlacedTracks {
  /** Absent: not measured. */
  readonly tracks?: readonly TrackTimes[] | undefined;
  readonly ptsMs: number;
  readonly durMs: number;
  /** It directly follows the previous segment on the same clock. */
  readonly isNext: boolean;
}

export interface FoundMissing {
  /** For the name of the segment; without `missing` if no track is. */
  readonly named: Pick<SegmentInfo, 'missing'>;
  /** What began to be missing in this segment. */
  readonly notices: readonly CaptureNotice[];
}

/**
 * Finds out which tracks of a source are missing, and when, from what its segments hold. A track is expected once it had
 * media; video also if the source announces it. A picture may stand still, so video that stops inside a segment is
 * missing only if it had an even rate before, or if the next segment does not start with a picture either. Pure.
 */
export class MissingTracks {
  private readonly followed: FollowedTrack[] = [];
  /** Start of the segments that follow each other. */
  private sinceMs = 0;
  /** Start of the segment before. */
  private beforeMs = 0;

  add({ tracks = [], ptsMs, durMs, isNext }: PlacedTracks): FoundMissing {
    if (tracks.length === 0) return { named: {}, notices: [] };
    if (!isNext) {
      this.sinceMs = this.beforeMs = ptsMs;
      for (const track of this.followed) [track.doneMs, track.evenMs] = [ptsMs, 0];
    }
    const times = this.match(tracks);
    const found: Followed['found'] = { missing: [], notices: [] };
    const endMs = ptsMs + durMs;
    for (const track of this.followed)
      if (track.isExpected) follow(track, { own: times.get(track), beforeMs: this.beforeMs, ptsMs, endMs, found });
    this.beforeMs = ptsMs;
    const missing = found.missing.slice(0, MAX_MISSING_TRACKS);
    return { named: missing.length > 0 ? { missing } : {}, notices: found.notices };
  }

  /** Tracks have other ids after a restart of the encoder. */
  private match(tracks: readonly TrackTimes[]): Map<FollowedTrack, TrackTimes> {
    const times = new Map<FollowedTrack, TrackTimes>();
    const left = tracks.filter((one) => {
      const known = this.followed.find(({ kind, id }) => kind === one.kind && id === one.id);
      if (known) times.set(known, one);
      return !known;
    });
    for (const one of left.toSorted((a, b) => a.id - b.id)) {
      const track = this.followed.find((known) => known.kind === one.kind && !times.has(known)) ?? this.follow(one);
      if (!track) continue;
      track.id = one.id;
      times.set(track, one);
    }
    for (const [track, { kind, spans }] of times) track.isExpected ||= kind === 'video' || spans.length > 0;
    return times;
  }

  private follow({ kind, id }: TrackTimes): FollowedTrack | null {
    if (this.followed.length >= MAX_TRACKS) return null;
    const number = this.followed.filter((track) => track.kind === kind).length + 1;
    const track = { kind, id, number, isExpected: false, doneMs: this.sinceMs, evenMs: 0, isAway: false };
    this.followed.push(track);
    return track;
  }
}

interface Followed {
  readonly own: TrackTimes | undefined;
  readonly beforeMs: number;
  readonly ptsMs: number;
  readonly endMs: number;
  readonly found: { readonly missing: MissingTrack[]; readonly notices: CaptureNotice[] };
}

function follow(track: FollowedTrack, followed: Followed): void {
  const { own, endMs, found } = followed;
  for (const span of own?.spans ?? []) addSpan(track, span, followed);
  if (own?.damage) damaged(track, own.damage, followed);
  if (endMs - track.doneMs > allowedLagMs(track, own)) away(track, endMs, found);
}

function addSpan(track: FollowedTrack, span: Span, followed: Followed): void {
  const { own, ptsMs, found } = followed;
  // A single picture has no rate.
  if (own?.isEven !== true && span.toMs !== null) track.evenMs = 0;
  const at = ptsMs + span.fromMs;
  if (at - track.doneMs > MAX_PAUSE_MS) {
    if (!followsStill(track, span, followed)) away(track, at, found);
    track.evenMs = 0;
  }
  track.isAway = false;
  const doneMs = Math.max(track.doneMs, doneAt(track, span, followed));
  if (own?.isEven === true) track.evenMs += doneMs - Math.max(track.doneMs, at);
  if (!isEven(track) && span.shownMs !== undefined) track.evenMs = 0;
  track.doneMs = doneMs;
}

/** Until when a stretch is there: of a picture that may stand still, until it is shown last. */
function doneAt(track: FollowedTrack, { fromMs, toMs, shownMs }: Span, { own, ptsMs, endMs }: Followed): number {
  if (toMs === null) return own?.mayStandStill === true && isEven(track) ? ptsMs + fromMs : endMs;
  return ptsMs + (isEven(track) ? toMs : (shownMs ?? toMs));
}

const isEven = ({ evenMs }: FollowedTrack): boolean => evenMs >= EVEN_MS;

/** Whether a picture may have been shown until this stretch: one of its segment, or of the segment before. */
function followsStill(track: FollowedTrack, span: Span, { own, beforeMs }: Followed): boolean {
  if (own?.mayStandStill !== true || isEven(track)) return false;
  return track.doneMs > beforeMs && (span !== own.spans[0] || span.fromMs <= MAX_PAUSE_MS);
}

function allowedLagMs(track: FollowedTrack, own: TrackTimes | undefined): number {
  if (!own || own.spans.length === 0) return MAX_PAUSE_MS;
  return own.mayStandStill === true && !isEven(track) ? Infinity : MAX_LAG_MS;
}

function away(track: FollowedTrack, toMs: number, { missing, notices }: Followed['found']): void {
  const { kind, number, doneMs, isAway } = track;
  missing.push({ kind, number, cause: 'not-sent', ...rounded(doneMs, toMs) });
  if (!isAway) notices.push(kind === 'video' ? 'video-stopped' : 'audio-stopped');
  [track.doneMs, track.evenMs] = [toMs, 0];
  track.isAway = true;
}

function damaged({ kind, number }: FollowedTrack, damage: AdtsDamage, { ptsMs, endMs, found }: Followed): void {
  const lostMs = endMs - ptsMs - damage.heldMs;
  const fromMs = ptsMs + damage.atMs;
  if (lostMs > 0) found.missing.push({ kind, number, cause: 'damaged', ...rounded(fromMs, fromMs + lostMs) });
  found.notices.push('audio-damaged');
}

const rounded = (fromMs: number, toMs: number): Pick<MissingTrack, 'fromMs' | 'toMs'> => ({
  fromMs: Math.round(Math.max(0, fromMs)),
  toMs: Math.round(Math.max(0, toMs)),
});
