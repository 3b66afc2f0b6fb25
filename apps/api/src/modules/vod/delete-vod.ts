import { objectKeys, PULSES } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { Bus } from '#libs/bus';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';
import { UiBell } from '../../core/ui-bell.js';
import { Transactions } from '../../db/tx.js';
import { JobRepository } from '../job/job.repository.js';
import { VodRepository } from './vod.repository.js';

/** Deletes a VOD: tombstone, row, then objects; whatever dies in between, a scan and the sweeper obey the tombstone (architecture 10, "Deletion"). */
@Injectable()
export class DeleteVod {
  private readonly log = new Logger('vod');

  constructor(private readonly transactions: Transactions, private readonly vods: VodRepository, private readonly jobs: JobRepository, @Inject(STORAGE) private readonly storage: Storage, private readonly bus: Bus, private readonly bell: UiBell) {}

  /** @throws UserError `vod-missing` (404), `vod-capturing` (409), `vod-protected` */
  async run(uuid: string): Promise<string> {
    const vod = await this.vods.find(uuid);
    if (!vod) throw new UserError('vod-missing', 'Vod not found', { status: 404 });
    if (vod.assigned || vod.state === 'capturing') throw new UserError('vod-capturing', 'This VOD is being recorded. Stop the recording first.', { status: 409 });
    if (vod.preventDeletion) throw new UserError('vod-protected', 'Vod could not be deleted: Vod has been marked with prevent_deletion');
    const files = await this.vods.files([uuid]);
    await this.storage.put(objectKeys.tombstone(uuid), Buffer.from(JSON.stringify({ uuid, basename: vod.basename, at: new Date().toISOString() })));
    const jobName = `remux_${vod.basename}`;
    this.bus.pulse(PULSES.jobCancel, { jobName, reason: 'its VOD was deleted' });
    await this.transactions.run(async (tx) => {
      await this.jobs.removeOf(uuid, tx);
      await this.vods.remove(uuid, tx);
    });
    this.bell.ring('vod-removed', uuid, { data: { basename: vod.basename, uuid } });
    this.bell.ring('job-removed', jobName);
    this.bell.ring('channel', vod.channelUuid);
    const { objects, bytes } = await this.storage.deletePrefix(objectKeys.vod(uuid));
    for (const file of files) if (file.libraryPath !== null) await this.storage.library?.remove(file.libraryPath);
    this.log.log(`${vod.basename} deleted: ${objects} objects, ${Math.round(bytes / 1e6)} MB`);
    return vod.basename;
  }
}
