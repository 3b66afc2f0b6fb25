import { z } from 'zod';
import { Ulid } from '../ids.js';
import { GAP_CAUSES } from './journal.js';
import { SEGMENT_CONTAINERS } from './segment-name.js';

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

/** Available and missing stretches of a VOD, in source order. */
export const Timeline = z.object({ runs: z.array(TimelineRun), gaps: z.array(TimelineGap) });
export type Timeline = z.infer<typeof Timeline>;
