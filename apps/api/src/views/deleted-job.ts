import { Job, Message, type View } from '#libs/contracts';
import { z } from 'zod';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { presentCapture, presentJob } from './job.presenter.js';

const Text = z.union([Message, z.literal('')]);
/** Last state of a deleted job, untranslated, because the job cannot be read again. */
const DeletedJob = z.object({
  ...Job.shape,
  title: Text,
  note: Text,
  log: z.array(z.object({ at: z.int(), text: Text })),
  error: Text.nullable(),
});

/** Data for the pulse of a deleted job, for {@link presentDeletedJob}. */
export const deletedJob = (row: JobEntity): { readonly job: View<typeof Job> } => ({ job: presentJob(row) });

/** The same for a capture that ended. */
export const presentDeletedCapture = (vod: VodEntity): { readonly job: View<typeof Job> } => ({
  job: { ...presentCapture(vod, null), process_running: false, status: 'STOPPED', can_cancel: false },
});

/** @returns null if the pulse has no job, as from an API of an earlier version */
export const presentDeletedJob = (data: unknown): View<typeof Job> | null =>
  z.object({ job: DeletedJob }).safeParse(data).data?.job ?? null;
