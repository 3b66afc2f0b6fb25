import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { DeleteVod } from '../vod/delete-vod.js';
import { CleanupCandidates } from './cleanup-candidates.js';
import { type Cleanup } from './cleanup.service.js';
import { retentionReason } from './retention-reason.js';

/**
 * The VODs are decided when it is asked for: begun again after a death, it deletes the rest of these and never others.
 */
const CLEANUP = defineApiJob('cleanup', z.strictObject({ vods: z.array(z.uuid()) }));
type Run = ApiJobRun<z.infer<typeof CLEANUP.schema>>;

export interface CleanupWanted {
  readonly name: string;
  readonly title: Message;
  readonly channelUuid: string | null;
  readonly cleanup: Cleanup;
}

/** Deletes what a clean-up decided on, one VOD after the other. */
@Injectable()
export class CleanupJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly candidates: CleanupCandidates,
    private readonly deletion: DeleteVod,
  ) {
    apiJobs.register(CLEANUP, (run) => this.run(run));
  }

  /** @returns the job, null where nothing has to go @throws UserError `job-running` (409) */
  async start({ name, title, channelUuid, cleanup }: CleanupWanted): Promise<string | null> {
    if (cleanup.goes.length === 0) return null;
    return this.apiJobs.add(CLEANUP, {
      name,
      title,
      channelUuid,
      input: { vods: cleanup.goes.map(({ row }) => row.uuid) },
    });
  }

  /**
   * What an api that died has deleted counts too: it is counted with the VOD's row, as heavy as the row said, and
   * corrected when the objects are gone.
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

  /** Asked again right before: what is kept, used or recorded by now stays. */
  private async deleteOne(uuid: string, { say, count }: Run): Promise<void> {
    const row = await this.candidates.one(uuid);
    if (!row) return;
    const why = row.keeps.length > 0 ? message('cleanup.kept', { remark: retentionReason(row.keeps) }) : row.busy;
    if (why !== null) {
      say(message('job.stays', { name: row.basename, remark: why }));
      return;
    }
    const gone = await this.deletion.runOrSay(row, say, (_, tx) => count({ vods: 1, bytes: row.bytes }, tx));
    if (gone) await count({ bytes: gone.bytes - row.bytes });
  }
}
