import { UserError } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Outbox } from '../../db/outbox.repository.js';
import { Transactions, type Tx } from '../../db/tx.js';
import { remuxJobName } from '../job/job-names.js';
import { LivePictures } from '../../watch/live-pictures.js';
import { LiveSnapshots } from '../../workflows/live-snapshots.js';
import { Tombstones } from '../../workflows/tombstones.js';
import { JobRepository } from '../job/job.repository.js';
import { type VodEntity } from './vod.entity.js';
import { VodRepository } from './vod.repository.js';

/** Deletes a VOD: tombstone, row, then objects; what a death in between leaves, the sweeper deletes (architecture 10, "Deletion"). */
@Injectable()
export class DeleteVod {
  private readonly log = new Logger('vod');

  constructor(
    private readonly transactions: Transactions, private readonly vods: VodRepository, private readonly jobs: JobRepository, private readonly outbox: Outbox, private readonly tombstones: Tombstones,
    private readonly snapshots: LiveSnapshots, private readonly pictures: LivePictures, private readonly bell: UiBell,
  ) {}

  /** @throws UserError `vod-missing` (404), `vod-capturing` (409), `vod-protected` */
  async run(uuid: string): Promise<string> {
    const vod = mayGo(await this.vods.find(uuid));
    const libraryPaths = [...(await this.vods.files([uuid])), vod.chat?.file].flatMap((f) => f?.libraryPath ?? []);
    await this.tombstones.put({ uuid, basename: vod.basename, at: new Date().toISOString(), libraryPaths });
    await this.transactions.run((tx) => this.removeRows(uuid, tx));
    this.forget(vod);
    const { objects, bytes } = await this.tombstones.bury({ uuid, libraryPaths });
    this.log.log(`${vod.basename} deleted: ${objects} objects, ${Math.round(bytes / 1e6)} MB`);
    return vod.basename;
  }

  /** Asked again under the lock: its stream may have come back meanwhile. */
  private async removeRows(uuid: string, tx: Tx): Promise<void> {
    mayGo(await this.vods.lock(uuid, tx));
    await this.outbox.unassign(uuid, tx);
    await this.jobs.removeOf(uuid, tx);
    await this.vods.remove(uuid, tx);
  }

  private forget(vod: VodEntity): void {
    const jobName = remuxJobName(vod);
    this.snapshots.forget(vod.uuid);
    void this.pictures.forget(vod.uuid).catch(() => undefined); // below the VOD's prefix, which goes now
    this.bell.cancelJob(jobName, 'its VOD was deleted');
    this.bell.ring('vod-removed', vod.uuid, { data: { basename: vod.basename, uuid: vod.uuid } });
    this.bell.ring('job-removed', jobName);
    this.bell.ring('channel', vod.channelUuid);
  }
}

function mayGo(vod: VodEntity | null): VodEntity {
  if (!vod) throw new UserError('vod-missing', 'Vod not found', { status: 404 });
  if (vod.assigned || vod.state === 'capturing') throw new UserError('vod-capturing', 'This VOD is being recorded. Stop the recording first.', { status: 409 });
  if (vod.preventDeletion) throw new UserError('vod-protected', 'Vod could not be deleted: Vod has been marked with prevent_deletion');
  return vod;
}
