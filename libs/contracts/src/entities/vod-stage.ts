import { z } from 'zod';
import { localized } from '../localized.js';
import { JobLogLine } from './job.js';

/**
 * What can follow a recording, in this order. `reencode` to `split` are declared only: an installation without them
 * skips them with a reason.
 */
export const STAGE_KINDS = [
  'match',
  'download-chat',
  'download-vod',
  'repair',
  'replace',
  'reencode',
  'render',
  'burn',
  'export',
  'split',
  'nfo',
  'contact-sheet',
  'hook',
  'cleanup',
] as const;
export const StageKind = z.enum(STAGE_KINDS);
export type StageKind = z.infer<typeof StageKind>;

/** `skipped`: there was nothing to do, or this version cannot do it; the reason is its result. */
export const STAGE_STATUSES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const;

/** A stage after the recording of a VOD. */
export const VodStage = z.object({
  kind: StageKind,
  name: localized(),
  status: z.enum(STAGE_STATUSES),
  /** What it waits for, what it did, or why it was skipped or failed; empty if there is nothing to say. */
  result: localized(),
  /** Name of the job that does it, or did it last. */
  job: z.string().nullable(),
  /** Of a running job; 0 while unknown. */
  progress: z.number().min(0).max(1),
  log: z.array(JobLogLine),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** How often it was started, with restarts. */
  runs: z.int(),
  can_restart: z.boolean(),
});
export type VodStage = z.infer<typeof VodStage>;

/** Whether a stage follows the recordings of a channel. */
export const ChannelStage = z.object({
  kind: StageKind,
  name: localized(),
  /** The channel's own choice; null: inherited. */
  own: z.boolean().nullable(),
  inherited: z.boolean(),
  is_wanted: z.boolean(),
  /** Whether this version can do it for this channel; `reason` says why not. */
  is_possible: z.boolean(),
  reason: localized(),
});
export type ChannelStage = z.infer<typeof ChannelStage>;
