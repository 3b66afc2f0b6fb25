import { UserError } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Outbox } from '../../db/outbox.repository.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { Tasks } from '../../tasks/tasks.js';
import { LivePictures } from '../../watch/live-pictures.js';
import { Tombstones } from '../../workflows/tombstones.js';
import { JobRepository } from '../job/job.repository.js';
import { DELETE } from './delete-task.js';
import { refuseWhileRecorded, VOD_MISSING } from './vod-faults.js';
import { type VodEntity } from './vod.entity.js';
import { VodRepository } from './vod.repository.js';

interface Deleted { readonly basename: string; readonly objects: number; readonly bytes: number }

/** Deletes a VOD: tombstone, row, then objects; what a death in between leaves, the sweeper deletes (architecture 10, "Deletion"). */
@Injectable()
export class DeleteVod {
  private readonly log = new Logger('vod');

  constructor(
    private readonly transactions: Transactions, private readonly vods: VodRepository, private readonly jobs: JobRepository, private readonly outbox: Outbox, private readonly tombstones: Tombstones,
    private readonly tasks: Tasks, private readonly pictures: LivePictures, private readonly bell: UiBell,
  ) {}

  /** Deletes it with all its objects, however long that takes. @returns what that freed @throws UserError `vod-missing` (404), `vod-capturing` (409), `vod-protected` */
  async run(uuid: string): Promise<Deleted> {
    const { vod, libraryPaths } = await this.takeAway(uuid, () => Promise.resolve());
    return { basename: vod.basename, ...(await this.bury(vod.basename, { uuid, libraryPaths })) };
  }

  /** Deletes it for everybody who looks; its objects go by a job. @returns the job's name @throws as {@link run} */
  async soon(uuid: string): Promise<{ readonly basename: string; readonly job: string }> {
    const job = `delete_${uuid}`;
    const { vod } = await this.takeAway(uuid, (found, paths, tx) => this.tasks.addIn(DELETE, { name: job, title: found.basename, input: { what: 'rest', uuid, libraryPaths: paths } }, tx));
    this.tasks.added(job);
    return { basename: vod.basename, job };
  }

  /** May be repeated. */
  async bury(basename: string, rest: { readonly uuid: string; readonly libraryPaths: string[] }): Promise<{ objects: number; bytes: number }> {
    const { objects, bytes } = await this.tombstones.bury(rest);
    this.log.log(`${basename} deleted: ${objects} objects, ${Math.round(bytes / 1e6)} MB`);
    return { objects, bytes };
  }

  private async takeAway(uuid: string, also: (vod: VodEntity, libraryPaths: string[], tx: Tx) => Promise<void>): Promise<{ readonly vod: VodEntity; readonly libraryPaths: string[] }> {
    const vod = mayGo(await this.vods.find(uuid));
    const libraryPaths = [...(await this.vods.allFiles([uuid])), vod.chat?.file, vod.downloadedChat].flatMap((f) => f?.libraryPath ?? []);
    await this.tombstones.put({ uuid, basename: vod.basename, at: new Date().toISOString(), libraryPaths });
    const jobs = await this.transactions.run(async (tx) => {
      // Asked again under the lock: its stream may have come back meanwhile.
      mayGo(await this.vods.lock(uuid, tx));
      await this.outbox.unassign(uuid, tx);
      const names = await this.jobs.removeOf(uuid, tx);
      await this.vods.remove(uuid, tx);
      await also(vod, libraryPaths, tx);
      return names;
    });
    this.tell(vod, jobs);
    return { vod, libraryPaths };
  }

  private tell({ uuid, basename, channelUuid }: VodEntity, jobs: readonly string[]): void {
    void this.pictures.forget(uuid).catch(() => undefined); // below the VOD's prefix, which goes now
    this.bell.ring('vod-removed', uuid, { data: { basename, uuid } });
    for (const name of jobs) {
      this.bell.cancelJob(name, 'its VOD was deleted');
      this.bell.ring('job-removed', name);
    }
    this.bell.ring('channel', channelUuid);
  }
}

function mayGo(vod: VodEntity | null): VodEntity {
  if (!vod) throw VOD_MISSING();
  refuseWhileRecorded(vod);
  if (vod.preventDeletion) throw new UserError('vod-protected', 'Vod could not be deleted: Vod has been marked with prevent_deletion');
  return vod;
}
