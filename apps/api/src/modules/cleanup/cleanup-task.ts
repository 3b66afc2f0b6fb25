import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineTask, type TaskRun } from '../../tasks/task-def.js';
import { Tasks } from '../../tasks/tasks.js';
import { DeleteVod } from '../vod/delete-vod.js';
import { CleanupFacts } from './cleanup-facts.js';
import { type Cleanup } from './cleanup.service.js';

/** The VODs are decided when it is asked for: begun again after a death, it deletes the rest of these and never others. */
const CLEANUP = defineTask('cleanup', z.strictObject({ vods: z.array(z.uuid()) }));

export interface CleanupWanted { readonly name: string; readonly title: string; readonly channelUuid: string | null; readonly cleanup: Cleanup }

/** Deletes what a clean-up decided on, one VOD after the other. */
@Injectable()
export class CleanupTask {
  constructor(private readonly tasks: Tasks, private readonly facts: CleanupFacts, private readonly deletion: DeleteVod) {
    tasks.register(CLEANUP, (run) => this.run(run));
  }

  /** @returns the job, null where nothing has to go @throws UserError `job-running` (409) */
  async start({ name, title, channelUuid, cleanup }: CleanupWanted): Promise<string | null> {
    if (cleanup.goes.length === 0) return null;
    return this.tasks.add(CLEANUP, { name, title, channelUuid, input: { vods: cleanup.goes.map(({ row }) => row.uuid) } });
  }

  private async run({ input: { vods }, signal, progress, say }: TaskRun<z.infer<typeof CLEANUP.schema>>): Promise<string> {
    let deleted = 0;
    let bytes = 0;
    for (const [i, uuid] of vods.entries()) {
      signal.throwIfAborted();
      const gone = await this.deleteOne(uuid, say);
      if (gone !== null) { deleted += 1; bytes += gone; }
      progress((i + 1) / vods.length, `${deleted} of ${vods.length} deleted`);
    }
    return `${deleted === 1 ? '1 VOD' : `${deleted} VODs`} deleted, ${(bytes / 1e9).toFixed(2)} GB freed`;
  }

  /** Asked again right before: what is kept, used or recorded by now stays. @returns bytes that were deleted, null where it stays */
  private async deleteOne(uuid: string, say: (text: string) => void): Promise<number | null> {
    const row = await this.facts.one(uuid);
    if (!row) return null;
    const why = row.keeps.length > 0 ? `kept: ${row.keeps.join(', ')}` : row.busy;
    if (why !== null) { say(`${row.basename} stays: ${why}`); return null; }
    return (await this.deletion.runOrSay(row, say))?.bytes ?? null;
  }
}
