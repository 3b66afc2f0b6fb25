import { copyOf, type EVENTS, objectKeys, type Payload } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { doneNote, failedNote } from '../../workflows/job-notes.js';
import { madeFiles } from '../../workflows/made-files.js';
import { Recording } from '../../workflows/recording.js';
import { ReplacedFiles } from '../../workflows/replaced-files.js';
import { VodRepository } from '../vod/vod.repository.js';
import { DownloadJobs } from './download-jobs.js';

type Started = Payload<typeof EVENTS.convertStarted>;
type Done = Payload<typeof EVENTS.convertDone>;
type Failed = Payload<typeof EVENTS.convertFailed>;

/**
 * The site's own copy of a recording: fetched beside it, made into a file by a converter, and kept as a file of role
 * `downloaded`. All of it is one job, that of the download; the segments go when the file stands. The conversion bears
 * the download's attempt.
 */
@Injectable()
export class CopyFiles {
  private readonly log = new Logger('download');

  constructor(
    private readonly jobs: DownloadJobs,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
    private readonly bell: UiBell,
    private readonly replaced: ReplacedFiles,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @returns false for a conversion that is none of a copy */
  async started(e: Started): Promise<boolean> {
    if (!(await this.isOurs(e))) return false;
    if (!(await this.jobs.current('download', e))) this.bell.dropTry(e);
    else
      await this.jobs.note(e.jobName, {
        say: `its file is made on ${e.worker}`,
        status: 'RUNNING',
        node: e.worker,
        pid: e.pid,
      });
    return true;
  }

  /** @returns as {@link started} */
  async done(e: Done): Promise<boolean> {
    if (!(await this.isOurs(e))) return false;
    const vod = (await this.jobs.current('download', e)) ? await this.vods.find(e.vodUuid) : null;
    if (!vod) return true;
    const before = (await this.vods.allFiles([vod.uuid])).filter(
      (f) => f.role === 'downloaded' && f.attempt !== e.attempt,
    );
    const files = await madeFiles(this.storage, { vod, done: e, before });
    const left: string[] = [];
    await this.recording.change(
      vod.uuid,
      () => true,
      async (_vod, tx) => {
        left.push(...(await this.replaced.note(before, files, tx)));
        await this.vods.replaceFiles(vod.uuid, { role: 'downloaded', files }, tx);
        await this.jobs.note(e.jobName, doneNote(e), tx);
      },
    );
    await this.drop(vod.uuid);
    await this.replaced.drop(vod.uuid, left);
    this.bell.ring('vod', vod.uuid, { actions: ['vod_updated'] });
    this.log.log(`${vod.basename}: the copy of its site is here, ${files.length} file(s)`);
    return true;
  }

  /** @returns as {@link started} */
  async failed(e: Failed): Promise<boolean> {
    if (!(await this.isOurs(e))) return false;
    if (await this.jobs.current('download', e)) await this.jobs.note(e.jobName, failedNote(e));
    return true;
  }

  /** What was fetched of a copy that nobody wants any more. */
  async drop(vodUuid: string): Promise<void> {
    await this.storage.deletePrefix(objectKeys.vod(copyOf(vodUuid)));
    await this.gone(vodUuid);
  }

  /** What an earlier copy that failed has left: one that is asked for anew, as another part, does not go on with it. */
  async dropOthers(vodUuid: string, partId: string): Promise<void> {
    const parts = objectKeys.parts(copyOf(vodUuid));
    for await (const part of this.storage.names(parts))
      if (part !== `${partId}/`) await this.storage.deletePrefix(`${parts}${part}`);
    await this.gone(vodUuid);
  }

  private async gone(vodUuid: string): Promise<void> {
    await this.vods.noteCopyGone(vodUuid);
    this.bell.ring('vod', vodUuid);
  }

  private isOurs(e: { readonly jobName: string }): Promise<boolean> {
    return this.jobs.isDownload(e.jobName);
  }
}
