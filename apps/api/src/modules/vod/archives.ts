import { UserError } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { LibraryLinks } from '../../library/library-links.js';
import { isAtWork, refuseWhileRecorded, VOD_MISSING } from '../../vods/vod-faults.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';

const ARCHIVE = defineApiJob('archive', z.strictObject({ uuid: z.uuid() }));

/**
 * Archives VODs and restores them. An archived VOD is not in the list of its channel, is spared by the clean-up, and is
 * below `saved_vods` in the library. The row changes at once; a job moves the names in the library. The media never
 * move, so a VOD is never partly archived.
 */
@Injectable()
export class Archives implements OnModuleInit {
  constructor(
    private readonly writer: VodWriter,
    private readonly apiJobs: ApiJobs,
    private readonly links: LibraryLinks,
    private readonly notifier: UiNotifier,
  ) {}

  onModuleInit(): void {
    this.apiJobs.register(ARCHIVE, (run) => this.work(run));
  }

  /**
   * Archives or restores the VOD. Safe to repeat.
   * @returns name of the job
   * @throws UserError `vod-missing` (404), `vod-capturing`, `vod-busy`, `job-running` (409)
   */
  async change(uuid: string, action: 'archive' | 'restore'): Promise<string> {
    let job = '';
    const saved = await this.writer.update(
      uuid,
      (vod) => {
        requireMovable(vod);
        vod.archivedAt = action === 'restore' ? null : (vod.archivedAt ?? new Date());
        vod.editVersion += 1;
        return true;
      },
      async (vod, tx) => {
        job = `archive_${vod.basename}`;
        await this.links.markDue(uuid, tx);
        await this.apiJobs.addIn(
          ARCHIVE,
          { name: job, title: verbatim(vod.basename), vodUuid: uuid, channelUuid: vod.channelUuid, input: { uuid } },
          tx,
        );
      },
    );
    if (!saved) throw VOD_MISSING();
    this.apiJobs.added(job);
    // As in v0, whose lists do not contain an archived VOD.
    if (action === 'archive') this.notifier.notify('vod-removed', uuid, { data: { basename: saved.basename, uuid } });
    return job;
  }

  /** Moves the VOD to the place in its row, which may have changed since the request. */
  private async work({ input: { uuid }, progress }: ApiJobRun<z.infer<typeof ARCHIVE.schema>>): Promise<Message> {
    progress(0, message('job.new-places'));
    await this.links.linkNew(uuid);
    progress(0.8, message('job.old-places'));
    await this.links.dropOld(uuid);
    await this.links.follow(uuid);
    return message('job.moved-library');
  }
}

function requireMovable(vod: VodEntity): void {
  refuseWhileRecorded(vod);
  if (isAtWork(vod)) throw new UserError(message('error.vod-busy.archive'), { status: 409 });
}
