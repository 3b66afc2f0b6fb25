import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { DeleteVod } from '../vod/delete-vod.js';
import { CleanupCandidates } from './cleanup-candidates.js';
import { type Cleanup } from './cleanup.service.js';
import { retentionReason } from './retention-reason.js';

/** The list of VODs is fixed by the request. After a crash the job continues with this list and never adds other VODs. */
const CLEANUP = defineApiJob('cleanup', z.strictObject({ vods: z.array(z.uuid()) }));
type Run = ApiJobRun<z.infer<typeof CLEANUP.schema>>;

export interface CleanupRequest {
  readonly name: string;
  readonly title: Message;
  readonly channelUuid: string | null;
  readonly cleanup: Pick<Cleanup, 'goes'>;
}

/** Deletes the VODs that a clean-up selected, one after another. */
@Injectable()
export class CleanupJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly candidates: CleanupCandidates,
    private readonly deletion: DeleteVod,
  ) {
    apiJobs.register(CLEANUP, (run) => this.run(run));
  }

  /** @param also work in the transaction that adds the job @returns name of the job; null if there is nothing to delete @throws UserError `job-running` (409) */
  async start({ name, title, channelUuid, cleanup }: CleanupRequest, also?: InSameTransaction): Promise<string | null> {
    if (cleanup.goes.length === 0) return null;
    const job = { name, title, channelUuid, input: { vods: cleanup.goes.map(({ row }) => row.uuid) } };
    return this.apiJobs.add(CLEANUP, job, also);
  }

  /**
   * The totals include what a crashed API deleted: the transaction that deletes a VOD's row counts the size in the row;
   * the deletion of the objects then corrects it.
   */
  private async run(run: Run): Promise<Message> {
    const {
      input: { vods },
      signal,
      progress,
      counted,
    } = run;
    for (const [i, uuid] of vods.entries()) {
      signal.throwIfAborted();
      await this.deleteOne(uuid, run);
      progress(
        (i + 1) / vods.length,
        message('job.n-of-all-deleted', { n: (await counted())['vods'] ?? 0, all: vods.length }),
      );
    }
    const { vods: deleted = 0, bytes = 0 } = await counted();
    const gb = (bytes / 1e9).toFixed(2);
    return deleted === 1 ? message('cleanup.done.one', { gb }) : message('cleanup.done', { n: deleted, gb });
  }

  /** Checks the VOD again right before deletion: one that is now protected, in use or recording stays. */
  private async deleteOne(uuid: string, { say, count }: Run): Promise<void> {
    const row = await this.candidates.find(uuid);
    if (!row) return;
    const reason = row.keeps.length > 0 ? message('cleanup.kept', { remark: retentionReason(row.keeps) }) : row.busy;
    if (reason !== null) {
      say(message('job.stays', { name: row.basename, remark: reason }));
      return;
    }
    const deleted = await this.deletion.runOrReport(row, say, (_, tx) => count({ vods: 1, bytes: row.bytes }, tx));
    if (deleted) await count({ bytes: deleted.bytes - row.bytes });
  }
}
