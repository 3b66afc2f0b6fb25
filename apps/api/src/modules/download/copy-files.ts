import { COMMANDS, type ConvertTimeline, copyOf, type EVENTS, objectKeys, type Payload } from '#libs/contracts';
import { buildTimeline, mediaMs } from '#libs/domain';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../../core/ui-bell.js';
import { Outbox } from '../../db/outbox.repository.js';
import { doneNote, failedNote } from '../../workflows/job-notes.js';
import { madeFiles } from '../../workflows/made-files.js';
import { PartReader } from '../../workflows/part-reader.js';
import { Recording } from '../../workflows/recording.js';
import { Settings } from '../settings/settings.service.js';
import { type FileEntity } from '../vod/file.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { type DownloadCommand, DownloadJobs } from './download-jobs.js';

type Started = Payload<typeof EVENTS.convertStarted>;
type Done = Payload<typeof EVENTS.convertDone>;
type Failed = Payload<typeof EVENTS.convertFailed>;

/** v0's name of the site's copy beside the recording (server-behaviour 1.11). */
const COPY_FILE = '_vod';

/**
 * The site's own copy of a recording: fetched beside it, made into a file by a converter, and kept as a file of role `downloaded`. All of it is one job, that of the
 * download; the segments go when the file stands. The conversion bears the download's attempt.
 */
@Injectable()
export class CopyFiles {
  private readonly log = new Logger('download');

  constructor(
    private readonly jobs: DownloadJobs, private readonly vods: VodRepository, private readonly recording: Recording, private readonly parts: PartReader, private readonly settings: Settings,
    private readonly outbox: Outbox, private readonly bell: UiBell, @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** All of it is stored: its file is asked for. Safe to repeat: a converter answers a finished attempt from its receipt. */
  async convert({ vodUuid, attempt, jobName, partId }: DownloadCommand<'download'>): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) return;
    const timeline = buildTimeline([await this.parts.read(copyOf(vodUuid), partId)]);
    const timelineKey = objectKeys.timeline(vodUuid, attempt);
    await this.storage.put(timelineKey, Buffer.from(JSON.stringify({ vodUuid, runs: timeline.runs, chapters: [{ offsetMs: 0, title: vod.title }] } satisfies ConvertTimeline)), { contentType: 'application/json' });
    const command = { vodUuid, jobName, attempt, place: 'copy' as const, container: this.settings.get('vod_container'), basename: `${vod.basename}${COPY_FILE}`, channelFolder: vod.channelName, timelineKey };
    await this.recording.change(vodUuid, () => true, async (_vod, tx) => {
      await this.outbox.command(COMMANDS.convert, command, tx);
      await this.jobs.note(jobName, { say: `${Math.round(mediaMs(timeline) / 1000)} s fetched; its file is made`, note: 'waits for a converter', progress: 0 }, tx);
    });
  }

  /** @returns false for a conversion that is none of a copy */
  async started(e: Started): Promise<boolean> {
    if (!await this.isOurs(e)) return false;
    if (!await this.jobs.current('download', e)) this.bell.dropTry(e);
    else await this.jobs.note(e.jobName, { say: `its file is made on ${e.worker}`, status: 'RUNNING', node: e.worker, pid: e.pid });
    return true;
  }

  /** @returns as {@link started} */
  async done(e: Done): Promise<boolean> {
    if (!await this.isOurs(e)) return false;
    const vod = await this.jobs.current('download', e) ? await this.vods.find(e.vodUuid) : null;
    if (!vod) return true;
    const before = (await this.vods.allFiles([vod.uuid])).filter((f) => f.role === 'downloaded' && f.attempt !== e.attempt);
    const files = await madeFiles(this.storage, { vod, done: e, before });
    await this.recording.change(vod.uuid, () => true, async (_vod, tx) => {
      await this.vods.replaceFiles(vod.uuid, { role: 'downloaded', files }, tx);
      await this.jobs.note(e.jobName, doneNote(e), tx);
    });
    await this.clear(vod.uuid, before);
    this.bell.ring('vod', vod.uuid, { actions: ['vod_updated'] });
    this.log.log(`${vod.basename}: the copy of its site is here, ${files.length} file(s)`);
    return true;
  }

  /** @returns as {@link started} */
  async failed(e: Failed): Promise<boolean> {
    if (!await this.isOurs(e)) return false;
    if (await this.jobs.current('download', e)) await this.jobs.note(e.jobName, failedNote(e));
    return true;
  }

  /** What was fetched of a copy that nobody wants any more. */
  async drop(vodUuid: string): Promise<void> { await this.storage.deletePrefix(objectKeys.vod(copyOf(vodUuid))); }

  private isOurs(e: { readonly jobName: string }): Promise<boolean> { return this.jobs.isDownload(e.jobName); }

  private async clear(vodUuid: string, before: readonly FileEntity[]): Promise<void> {
    await this.drop(vodUuid);
    await this.storage.delete(before.flatMap((f) => [f.key, f.thumbKey, f.keyframesKey].filter((key) => key !== null)));
  }
}
