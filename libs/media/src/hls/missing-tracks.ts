import {
  type CaptureNotice,
  MAX_MISSING_TRACKS,
  type MissingTrack,
  type SegmentInfo,
  type TrackKind,
} from '#libs/contracts';
import { type AdtsDamage } from '../inspect/adts.js';
import { MAX_PAUSE_MS } from '../inspect/track-limits.js';
import { type Span, type TrackTimes } from '../inspect/track-times.js';

/** A track may be this much behind the other one at the end of a segment; its next packets are in the next segment. */
const MAX_LAG_MS = 1500;
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
 * media; video also if the source announces it. Video that stops inside a segment is missing only if the next one does
 * not start with a picture either: a picture may stand still. Pure.
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
      for (const track of this.followed) track.doneMs = ptsMs;
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
    const track = { kind, id, number, isExpected: false, doneMs: this.sinceMs, isAway: false };
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
  const { own, ptsMs, endMs, found } = followed;
  for (const span of own?.spans ?? []) {
    const at = ptsMs + span.fromMs;
    if (at - track.doneMs > MAX_PAUSE_MS && !followsStill(track, span, followed)) away(track, at, found);
    track.isAway = false;
    track.doneMs = Math.max(track.doneMs, span.toMs === null ? endMs : ptsMs + span.toMs);
  }
  if (own?.damage) damaged(track, own.damage, followed);
  if (endMs - track.doneMs > allowedLagMs(own)) away(track, endMs, found);
}

/** Whether a picture may have been shown until this stretch: one of its segment, or of the segment before. */
const followsStill = ({ doneMs }: FollowedTrack, span: Span, { own, beforeMs }: Followed): boolean =>
  own?.mayStandStill === true && doneMs > beforeMs && (span !== own.spans[0] || span.fromMs <= MAX_PAUSE_MS);

function allowedLagMs(own: TrackTimes | undefined): number {
  if (!own || own.spans.length === 0) return MAX_PAUSE_MS;
  return own.mayStandStill === true ? Infinity : MAX_LAG_MS;
}

function away(track: FollowedTrack, toMs: number, { missing, notices }: Followed['found']): void {
  const { kind, number, doneMs, isAway } = track;
  missing.push({ kind, number, cause: 'not-sent', ...rounded(doneMs, toMs) });
  if (!isAway) notices.push(kind === 'video' ? 'video-stopped' : 'audio-stopped');
  track.doneMs = toMs;
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
