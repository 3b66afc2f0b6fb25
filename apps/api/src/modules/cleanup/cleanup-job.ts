import { UserError } from '#libs/errors';
import { type Message, message, withEnglish } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { DeleteVod } from '../vod/delete-vod.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { CleanupCandidates, type CleanupRow } from './cleanup-candidates.js';
import { type Cleanup } from './cleanup.service.js';
import { FreedSpace } from './freed-space.js';
import { retentionReason } from './retention-reason.js';

/**
 * The request fixes the list of VODs. After a crash the job continues with this list and never adds other VODs.
 */
const CLEANUP = defineApiJob(
  'cleanup',
  z.strictObject({
    vods: z.array(z.uuid()),
    /** Those of them that only go because space is missing. */
    free: z.array(z.uuid()).default([]),
  }),
);
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
    private readonly freed: FreedSpace,
  ) {
    apiJobs.register(CLEANUP, (run) => this.run(run));
  }

  /** @param also work in the transaction that adds the job @returns name of the job; null if there is nothing to delete @throws UserError `job-running` (409) */
  async start({ name, title, channelUuid, cleanup }: CleanupRequest, also?: InSameTransaction): Promise<string | null> {
    if (cleanup.goes.length === 0) return null;
    const uuidsOf = (goes: Cleanup['goes']): string[] => goes.map(({ row }) => row.uuid);
    const free = cleanup.goes.filter(({ over }) => over.every((limit) => limit === 'free'));
    const input = { vods: uuidsOf(cleanup.goes), free: uuidsOf(free) };
    return this.apiJobs.add(CLEANUP, { name, title, channelUuid, input }, also);
  }

  /**
   * The totals include what a crashed API deleted: the transaction that deletes a VOD's row counts the size in the row;
   * the deletion of the objects then corrects it.
   */
  private async run(run: Run): Promise<Message> {
    const {
      input: { vods, free },
      signal,
      progress,
      counted,
    } = run;
    const forSpace = new Set(free);
    for (const [i, uuid] of vods.entries()) {
      signal.throwIfAborted();
      if (forSpace.has(uuid)) await this.deleteForSpace(uuid, run);
      else await this.deleteOne(uuid, run);
      progress(
        (i + 1) / vods.length,
        message('job.n-of-all-deleted', { n: (await counted())['vods'] ?? 0, all: vods.length }),
      );
    }
    const { vods: deleted = 0, bytes = 0 } = await counted();
    const gb = (bytes / 1e9).toFixed(2);
    return deleted === 1 ? message('cleanup.done.one', { gb }) : message('cleanup.done', { n: deleted, gb });
  }

  private async deleteForSpace(uuid: string, run: Run): Promise<void> {
    if (await this.freed.mayDelete()) await this.freed.observe(() => this.deleteOne(uuid, run));
    else run.say(message('cleanup.frees-nothing'));
  }

  /**
   * Checks the VOD again, at last in the transaction that deletes its row: one that is now protected, in use or recording
   * stays.
   * @returns its size; null if it stays
   */
  private async deleteOne(uuid: string, { say, count }: Run): Promise<number | null> {
    const row = await this.candidates.find(uuid);
    if (!row) return null;
    const reason = reasonToStay(row);
    if (reason !== null) {
      say(message('job.stays', { name: row.basename, remark: reason }));
      return null;
    }
    const deleted = await this.deletion.runOrReport(row, say, {
      check: async (tx) => {
        const now = await this.candidates.findLocked(uuid, tx);
        if (!now) throw VOD_MISSING();
        const why = reasonToStay(now);
        if (why !== null) throw new UserError(withEnglish(why), { code: 'vod-in-use', status: 409 });
      },
      also: (_, tx) => count({ vods: 1, bytes: row.bytes }, tx),
    });
    if (deleted) await count({ bytes: deleted.bytes - row.bytes });
    return deleted?.bytes ?? null;
  }
}

const reasonToStay = ({ keeps, busy }: CleanupRow): Message | null =>
  keeps.length > 0 ? message('cleanup.kept', { remark: retentionReason(keeps) }) : busy;
