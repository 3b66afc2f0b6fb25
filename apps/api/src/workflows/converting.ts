import { EVENTS, type Payload } from '#libs/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { UiBell } from '../core/ui-bell.js';
import { LivePictures } from '../watch/live-pictures.js';
import { type Tx } from '../db/tx.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { ConverterJobs } from './converter-jobs.js';
import { doneNote, failedNote, startedNote } from './job-notes.js';
import { madeFiles } from './made-files.js';
import { Recording } from './recording.js';
import { ReplacedFiles } from './replaced-files.js';

type Started = Payload<typeof EVENTS.convertStarted>;
type Done = Payload<typeof EVENTS.convertDone>;
type Failed = Payload<typeof EVENTS.convertFailed>;

/**
 * What follows from a converter's facts. Facts of an attempt that was replaced (the stream came back, a retry) change
 * nothing.
 */
@Injectable()
export class Converting {
  private readonly log = new Logger('converting');

  constructor(
    private readonly recording: Recording,
    private readonly vods: VodRepository,
    private readonly jobs: ConverterJobs,
    private readonly bell: UiBell,
    private readonly pictures: LivePictures,
    private readonly replaced: ReplacedFiles,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async started(e: Started): Promise<void> {
    const vod = await this.apply(e, async (vod, tx) => {
      vod.convertState = 'running';
      vod.convertReason = '';
      vod.conversionStarted = new Date(e.at);
      await this.jobs.note(e.jobName, startedNote(e), tx);
      return null;
    });
    if (!vod) this.bell.dropTry(e);
  }

  async done(e: Done): Promise<void> {
    const before = await this.vods.find(e.vodUuid);
    if (before?.convertAttempt !== e.attempt) return;
    const old = (await this.vods.allFiles([e.vodUuid])).filter((f) => f.role === 'segment');
    const files = await madeFiles(this.storage, { vod: before, done: e, before: old });
    const left: string[] = [];
    const vod = await this.apply(e, async (row, tx) => {
      row.convertState = 'done';
      row.convertReason = '';
      row.metadata = e.files[0]?.metadata ?? null;
      // The converter measured the pictures; the timeline only knew what the source listed.
      row.mediaMs = Math.round(Math.max(...e.files.map((f) => f.endMs)));
      row.facts = { ...row.facts, warnings: e.warnings };
      left.push(...(await this.replaced.note(old, files, tx)));
      await this.vods.replaceFiles(row.uuid, { role: 'segment', files }, tx);
      await this.jobs.note(e.jobName, doneNote(e), tx);
      return 'end_convert';
    });
    if (!vod) return;
    await this.replaced.drop(vod.uuid, left);
    await this.pictures.forget(vod.uuid);
    this.bell.ring('vod', vod.uuid, { actions: ['end_download'] });
    if (vod.origin === 'download') this.bell.ring('video-download', vod.uuid);
    this.log.log(
      `${vod.basename} is finished: ${e.files.length} file(s), ${Math.round(e.files.reduce((n, f) => n + f.sizeBytes, 0) / 1e6)} MB`,
    );
  }

  async failed(e: Failed): Promise<void> {
    const vod = await this.apply(e, async (row, tx) => {
      const isAgain = row.convertState === 'failed';
      row.convertState = e.waiting ? 'queued' : 'failed';
      row.convertReason = e.reason;
      await this.jobs.note(e.jobName, failedNote(e), tx);
      return e.waiting || isAgain ? null : 'end_convert';
    });
    if (vod) this.log.warn(`${vod.basename} could not be converted: ${e.reason}`);
  }

  /**
   * What is done stays done: a fact that comes again, or late, changes nothing and is told to nobody.
   * @param work says which action of v0 it is beside the change of state, which {@link Recording.change} tells
   */
  private async apply(
    e: { vodUuid: string; attempt: string; jobName: string },
    work: (vod: VodEntity, tx: Tx) => Promise<'end_convert' | null>,
  ): Promise<VodEntity | null> {
    const told: { action: string | null } = { action: null };
    const vod = await this.recording.change(
      e.vodUuid,
      (row) => row.convertAttempt === e.attempt && !row.assigned && row.convertState !== 'done',
      async (row, tx) => {
        told.action = await work(row, tx);
      },
    );
    if (!vod) return null;
    if (told.action !== null)
      this.bell.ring('vod', vod.uuid, {
        actions: [told.action],
        data: { success: vod.convertState !== 'failed' },
      });
    this.bell.ring('job', e.jobName);
    return vod;
  }
}
