import { z } from 'zod';
import { Ulid } from '../ids.js';
import { GAP_CAUSES, RenditionTrack } from './journal.js';
import { SEGMENT_CONTAINERS, TRACK_GAP_CAUSES, TRACK_KINDS } from './segment-name.js';

/**
 * Audio of a rendition during a run: segments with one container and init section, on the clock of the run. A track has
 * one for each shift of its time stamps.
 */
export const AudioRun = z.object({
  /** Position in {@link Timeline} `audio`. */
  track: z.int().nonnegative(),
  container: z.enum(SEGMENT_CONTAINERS),
  initCrc: z.string().nullable(),
  /**
   * ms that are added to the time stamps of the segments: the clocks of run and audio may have wrapped differently, or
   * the audio has no time stamps of its own.
   */
  shiftMs: z.number(),
  /** In order. Time stamps may jump, where audio is missing. */
  segments: z.array(z.object({ partId: Ulid, name: z.string() })).min(1),
  /** Audio that is missing in the run, ms: until the next AudioRun of the track starts. */
  missingMs: z.number().nonnegative(),
});
export type AudioRun = z.infer<typeof AudioRun>;

/**
 * A stretch of the VOD without a gap: segments of one epoch of one part with contiguous presentation times. A VOD's
 * timeline is its runs in order; they map programme time to file time.
 */
export const TimelineRun = z.object({
  partId: Ulid,
  epoch: z.int().nonnegative(),
  container: z.enum(SEGMENT_CONTAINERS),
  initCrc: z.string().nullable(),
  /** Wall clock of the first sample, ms since the Unix epoch. */
  startAt: z.number(),
  /**
   * Programme date-time of the first sample: the same moment on the site's clock, which the site uses to stamp chat,
   * viewers and titles. Null if the source has none.
   */
  siteAt: z.number().nullable().default(null),
  firstPtsMs: z.number(),
  /** Length of the run in ms of presentation time. */
  durMs: z.number(),
  /** Segment object names in order (below `parts/<partId>/s/`). */
  segments: z.array(z.string()).min(1),
  /** Audio of renditions with a playlist of their own; absent if there are none. */
  audio: z.array(AudioRun).optional(),
});
export type TimelineRun = z.infer<typeof TimelineRun>;

/**
 * A gap of the timeline, in wall time, with its cause for the operator. A gap with cause `ad` before the first run is a
 * preroll at the start of the recording.
 */
export const TimelineGap = z.object({
  at: z.number(),
  durMs: z.number(),
  cause: z.enum(GAP_CAUSES),
  /** For `source-silent`: ms of media that existed in it by the source's own clock; absent if nothing shows any. */
  lostMs: z.number().optional(),
});
export type TimelineGap = z.infer<typeof TimelineGap>;

/**
 * A time in which one track is missing although the others are stored, in wall time like {@link TimelineGap}. `number`
 * counts the tracks of its kind in the segments; 0 for audio of a rendition, which has a `name`.
 */
export const TrackGap = z.object({
  at: z.number(),
  durMs: z.number(),
  kind: z.enum(TRACK_KINDS),
  number: z.int().nonnegative(),
  name: z.string(),
  /** `not-recorded`: its segments are missing. */
  cause: z.enum([...TRACK_GAP_CAUSES, 'not-recorded']),
});
export type TrackGap = z.infer<typeof TrackGap>;

/** Subtitles of a rendition, in all parts. Their times are in their segments (RFC 8216 section 3.5). */
export const SubtitlesTrack = z.object({
  track: RenditionTrack,
  /** `at`: wall clock of the segment, ms since the Unix epoch. Cues may be in several segments. */
  segments: z.array(z.object({ partId: Ulid, name: z.string(), at: z.number() })),
  /** Segments that were not recorded, ms. */
  missingMs: z.number().nonnegative(),
});
export type SubtitlesTrack = z.infer<typeof SubtitlesTrack>;

/** Available and missing stretches of a VOD, in source order. */
export const Timeline = z.object({
  runs: z.array(TimelineRun),
  gaps: z.array(TimelineGap),
  /** In order; absent if no track is missing. */
  trackGaps: z.array(TrackGap).optional(),
  /** Audio renditions, the default first; absent if there are none. */
  audio: z.array(RenditionTrack).optional(),
  /** Subtitles renditions; absent if there are none. */
  subtitles: z.array(SubtitlesTrack).optional(),
});
export type Timeline = z.infer<typeof Timeline>;
