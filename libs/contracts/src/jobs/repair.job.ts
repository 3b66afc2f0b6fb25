import { z } from 'zod';
import { Ulid } from '../ids.js';
import { Message } from '../localized.js';
import { TimelineRun } from '../capture/timeline.js';
import { defineWorkerJob } from './worker-job.js';

/** A gap of a recording, in wall time like `TimelineGap`, with what is stored on both sides of it. */
export const RepairGap = z.object({
  at: z.number(),
  durMs: z.number().positive(),
  /** The newest segment before it, and the oldest one after it, each as a run; null: the recording starts or ends here. */
  before: TimelineRun.nullable(),
  after: TimelineRun.nullable(),
  /** Where its media are in the site's VOD, with a margin, ms from the start of that VOD. */
  fromMs: z.number().nonnegative(),
  toMs: z.number().positive(),
  /** The stored segment without its end that the fill replaces as a whole: its length is in `durMs`. Absent: none. */
  replaces: z.object({ durMs: z.number(), pdtMs: z.number() }).optional(),
  /** Why it can't be filled; absent: it may be. */
  refused: Message.optional(),
});
export type RepairGap = z.infer<typeof RepairGap>;

/** Gaps in chronological order, and what was downloaded of the site's VOD for them. */
export const RepairPlan = z.object({
  vodUuid: z.uuid(),
  /** Wall clock of the first frame of the site's VOD. `siteAt` of its runs is this plus their place in it. */
  videoStartedAt: z.number(),
  source: z.array(TimelineRun),
  gaps: z.array(RepairGap).min(1),
});
export type RepairPlan = z.infer<typeof RepairPlan>;

/** Media that fill a gap, or a part of it: its place in the recording, and in the site's VOD. */
const FilledStretch = z.object({ at: z.number(), durMs: z.number(), videoMs: z.number() });

/** What became of one gap. `reason`: why nothing, or not all of it, was filled; null: it is filled. */
export const RepairedGap = z.object({ at: z.number(), filled: z.array(FilledStretch), reason: Message.nullable() });
export type RepairedGap = z.infer<typeof RepairedGap>;

/**
 * Fills the gaps of a recording with media of the site's VOD, as a part of the recording whose id is the attempt. The media
 * are cut to the frame: behind the last frame before a gap, and before the first one after it.
 */
export const repairJob = defineWorkerJob({
  kind: 'repair',
  worker: 'converter',
  unit: 'items',
  input: z.object({
    vodUuid: z.uuid(),
    /** Object key of a {@link RepairPlan}, because it may exceed the maximum size of a message. */
    planKey: z.string(),
  }),
  result: z.object({
    /** Null: no gap could be filled. */
    part: z
      .object({
        partId: Ulid,
        recorder: z.string(),
        startedAt: z.int(),
        endedAt: z.int(),
        segments: z.int().positive(),
        bytes: z.int(),
        mediaMs: z.number(),
      })
      .nullable(),
    gaps: z.array(RepairedGap),
  }),
});
