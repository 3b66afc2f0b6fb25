import { z } from 'zod';
import { Ulid } from '../ids.js';
import { GAP_CAUSES } from './journal.js';

/**
 * A stretch of the VOD with no gap in it: segments of one epoch of one part whose presentation times follow on. A
 * VOD's timeline is its runs in order; programme time maps to file time through them.
 */
export const TimelineRun = z.object({
  partId: Ulid,
  epoch: z.int().nonnegative(),
  container: z.enum(['ts', 'fmp4', 'aac']),
  initCrc: z.string().nullable(),
  /** Wall clock of the first sample, ms since the Unix epoch. */
  startAt: z.number(),
  /**
   * Programme date-time of the first sample: the same moment on the site's clock, by which the site stamps chat,
   * viewers and titles. Null where the source tells none.
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
 * A gap of the timeline, in wall time, with its cause as the operator reads it. One of cause `ad` before the first run
 * is a preroll that the recording began with.
 */
export const TimelineGap = z.object({ at: z.number(), durMs: z.number(), cause: z.enum(GAP_CAUSES) });
export type TimelineGap = z.infer<typeof TimelineGap>;

/** What is there of a VOD and what is missing, in the order of the source. */
export const Timeline = z.object({ runs: z.array(TimelineRun), gaps: z.array(TimelineGap) });
export type Timeline = z.infer<typeof Timeline>;
