import { convertJob, type ConvertTimeline, objectKeys, type Timeline } from '#libs/contracts';
import { doubledMs, FileClock, mediaMs, missingMs, placeChapters, type SiteClock, siteClockOf } from '#libs/domain';
import { UserError } from '#libs/errors';
import { yieldTurn } from '#libs/input';
import { type Message, message, translate, verbatim } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { JOB_MISSING } from '../jobs/job-faults.js';
import { remuxJobName } from '../vods/job-names.js';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { Settings } from '../settings/settings.service.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';
import { LivePictures } from '../vods/live-pictures.js';
import { type JobChange, type JobReport, type JobStatusChange, type WorkerJobStage } from '../jobs/worker-job-stage.js';
import { WorkerJobs } from '../jobs/worker-jobs.js';
import { chapterTitle } from '../vods/chapter-title.js';
import { type Tx } from '../persistence/database/tx.js';
import { fileChapters, fileGaps, markGaps } from './file-chapters.js';
import { setMediaStart } from '../vods/media-start.js';
import { setTrackGaps } from '../vods/track-gaps.js';
import { restoreConversion, withoutConverted } from '../vods/repeated-conversion.js';
import { isThere } from '../views/vod-library.presenter.js';
import { PartReader } from '../vods/part-reader.js';
import { gapsWithEnd } from '../vods/unrecorded.js';
import { VodWriter } from '../vods/vod-writer.js';
import { StagePlan } from './stage-plan.js';
import { type NewVodFiles, VodFiles } from './vod-files.js';

type Report = JobReport<typeof convertJob>;

/** What a conversion needs of the recorded media. */
interface ReadMedia {
  readonly timeline: Timeline;
  readonly clock: SiteClock;
  readonly doubled: ReturnType<typeof doubledMs>;
}

/**
 * Makes the container files of a VOD: computes the timeline from storage when the VOD is over, then requests a
 * conversion.
 */
@Injectable()
export class ConvertJob implements WorkerJobStage<typeof convertJob, NewVodFiles | null> {
  readonly name = 'convert';
  readonly kind = 'convert';
  readonly def = convertJob;
  readonly locksVod = 'always';
  readonly needsWholeRecording = true;
  private readonly log = new Logger('convert');

  constructor(
    private readonly jobs: WorkerJobs,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly files: VodFiles,
    private readonly parts: PartReader,
    private readonly metadata: StreamMetadataRepository,
    private readonly settings: Settings,
    private readonly pictures: LivePictures,
    private readonly stages: StagePlan,
    private readonly notifier: UiNotifier,
  ) {
    jobs.register(this);
  }

  /** Seals an ended VOD that has no conversion yet. Safe to repeat, because the attempt is set under the row lock. */
  async seal(vodUuid: string): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (!vod || vod.assigned || vod.convertState !== null || vod.state === 'failed') return;
    await this.convert(vod);
  }

  /**
   * Requests the container files, also a second time.
   * @returns the job's name, null if there is nothing to convert
   */
  async convert(vod: VodEntity): Promise<string | null> {
    const media = await this.readMedia(vod.uuid);
    const { timeline, doubled } = media;
    const attempt = ulid();
    const timelineKey = objectKeys.timeline(vod.uuid, attempt);
    const isWanted = !this.settings.get('no_vod_convert') && timeline.runs.length > 0;
    if (isWanted)
      await this.files.putTimeline(timelineKey, {
        vodUuid: vod.uuid,
        runs: timeline.runs,
        ...(timeline.audio && { audio: timeline.audio }),
        ...(timeline.subtitles && { subtitles: timeline.subtitles }),
        chapters: await this.chapters(vod, media),
      } satisfies ConvertTimeline);
    const name = remuxJobName(vod);
    const sealed = await this.writer.update(
      vod.uuid,
      (row) => setTimeline(row, media, vod.version),
      async (row, tx) => {
        // If the stream comes back, the new part adds to the sum of these.
        await this.vods.saveDoubled(doubled, tx);
        await this.writer.reportGaps(row, tx);
        if (!isWanted) {
          if (!(await this.restore(row, tx)) && timeline.runs.length === 0)
            Object.assign(row, { convertState: 'failed', convertReason: message('vod.nothing-on-storage') });
          else await this.stages.plan(row, tx);
          return;
        }
        Object.assign(row, { convertAttempt: attempt, convertState: 'queued', convertReason: null });
        await this.jobs.add(
          this,
          {
            name,
            attempt,
            title: verbatim(row.basename),
            vodUuid: row.uuid,
            channelUuid: row.channelUuid,
            replaces: true,
            input: {
              vodUuid: row.uuid,
              container: this.settings.get('vod_container'),
              basename: row.basename,
              timelineKey,
              thumbFormat: this.settings.get('thumbnail_format'),
            },
          },
          tx,
        );
      },
    );
    if (!sealed) return null;
    this.log.log(
      `${vod.basename}: sealed (${Math.round(mediaMs(timeline) / 1000)} s of media, ${sealed.gaps.length} gaps)`,
    );
    if (isWanted) this.jobs.added(name);
    return isWanted ? name : null;
  }

  /** Reads the parts before any row is locked, and lets other work run between the steps. */
  private async readMedia(vodUuid: string): Promise<ReadMedia> {
    const { parts, timeline } = await this.parts.timelineWithRenditions(vodUuid);
    await yieldTurn();
    const doubled = doubledMs(parts);
    await yieldTurn();
    return { timeline, doubled, clock: siteClockOf(timeline) };
  }

  /**
   * Requests a conversion again if the VOD waits for a job that no longer exists.
   * @returns whether the job was lost
   */
  async recover(vod: VodEntity): Promise<boolean> {
    if (await this.jobs.isOpen(remuxJobName(vod), vod.convertAttempt)) return false;
    // The job may have ended since the VOD was read. Under the lock, VOD and job are consistent.
    const isLost = async (row: VodEntity, tx: Tx): Promise<boolean> =>
      (row.convertState === 'queued' || row.convertState === 'running') &&
      !(await this.jobs.isOpen(remuxJobName(row), row.convertAttempt, tx));
    return (await this.writer.resetConversion(vod.uuid, isLost)) !== null;
  }

  async statusChanged(
    status: JobStatusChange,
    { job, vod, tx, reason, at }: JobChange & { reason: Message | null; at: number },
  ): Promise<boolean> {
    if (!isWaitedFor(vod, job)) return false;
    switch (status) {
      case 'started':
        Object.assign(vod, { convertState: 'running', convertReason: null, conversionStarted: new Date(at) });
        return true;
      case 'waiting':
        Object.assign(vod, { convertState: 'queued', convertReason: reason });
        return true;
      case 'failed':
        if (!(await this.restore(vod, tx))) Object.assign(vod, { convertState: 'failed', convertReason: reason });
        await this.stages.plan(vod, tx, { hasFile: false });
        return true;
      case 'stopped':
        if (!(await this.restore(vod, tx)))
          Object.assign(vod, {
            convertState: 'failed',
            convertAttempt: null,
            convertReason: message('vod.conversion-stopped'),
          });
        return true;
    }
  }

  /** Returns to the files of the last conversion, if they contain all media and are on storage. */
  private async restore(vod: VodEntity, tx: Tx): Promise<boolean> {
    const files = (await this.vods.files([vod.uuid], tx)).filter(({ role }) => role === 'segment');
    return files.length > 0 && files.every(isThere) && restoreConversion(vod);
  }

  async prepare({ vodUuid, attempt }: JobEntity, { result: { files } }: Report): Promise<NewVodFiles | null> {
    const vod = vodUuid === null ? null : await this.vods.find(vodUuid);
    if (vod?.convertAttempt !== attempt || attempt === null) return null;
    return this.files.publish(vod, { role: 'segment', attempt, files });
  }

  async done({ result: { files, warnings, isPartial } }: Report, change: JobChange & { prepared: NewVodFiles | null }) {
    const { job, vod, tx, prepared } = change;
    if (!isWaitedFor(vod, job) || prepared === null) return false;
    Object.assign(vod, {
      convertState: 'done',
      convertReason: null,
      metadata: files[0]?.metadata ?? null,
      // The converter measured the frames, while the timeline only has the durations that the source listed.
      mediaMs: Math.round(Math.max(...files.map((f) => f.endMs))),
      facts: { ...withoutConverted(vod.facts), warnings, isPartial: isPartial === true },
    });
    await this.files.replace(vod.uuid, prepared, tx);
    await this.stages.plan(vod, tx);
    return {};
  }

  async after({ result: { files } }: Report, { job, prepared }: { job: JobEntity; prepared: NewVodFiles | null }) {
    const vod = job.vodUuid === null ? null : await this.vods.find(job.vodUuid);
    if (!vod || prepared === null) return;
    this.notifier.notify('vod', vod.uuid, { actions: ['end_convert'], data: { success: true } });
    await this.files.drop(vod.uuid, prepared);
    await this.pictures.forget(vod.uuid);
    this.notifier.notify('vod', vod.uuid, { actions: ['end_download'] });
    if (vod.origin === 'download') this.notifier.notify('video-download', vod.uuid);
    const megabytes = Math.round(files.reduce((n, f) => n + f.sizeBytes, 0) / 1e6);
    this.log.log(`${vod.basename}: converted (${files.length} file(s), ${megabytes} MB)`);
  }

  afterFailure({ vodUuid }: JobEntity): void {
    if (vodUuid !== null) this.notifier.notify('vod', vodUuid, { actions: ['end_convert'], data: { success: false } });
  }

  /** @throws UserError `job-missing` (404), `job-running` (409) */
  async retry({ name, vodUuid }: JobEntity): Promise<void> {
    if (vodUuid === null) throw JOB_MISSING(name);
    const vod = await this.writer.resetConversion(vodUuid);
    if (!vod) throw new UserError(message('error.job-running.recorded-again'), { status: 409 });
    await this.convert(vod);
  }

  /** Chapters in file time, so that gaps do not shift them, and marks where media are missing. */
  private async chapters(vod: VodEntity, media: ReadMedia): Promise<ConvertTimeline['chapters']> {
    const settings = this.settings.all();
    return markGaps(await this.titleChapters(vod, media), {
      settings,
      gaps: fileGaps(media.timeline),
      titleAfter: (title, { missingMs: ms }) => {
        const after = message('vod.chapter-after-gap', { title, n: Math.max(1, Math.round(ms / 1000)) });
        return translate(settings['basic.language'], after);
      },
    });
  }

  private async titleChapters(vod: VodEntity, media: ReadMedia): Promise<ConvertTimeline['chapters']> {
    const clock = new FileClock(media.clock);
    const placed = placeChapters(await this.metadata.chapters([vod.uuid]), {
      fileMs: (at) => clock.insideMs(at),
      lengthMs: mediaMs(media.timeline),
    });
    if (placed.length === 0)
      return this.settings.get('create_video_chapters') ? [{ offsetMs: 0, title: chapterTitle(vod) }] : [];
    return fileChapters(placed, this.settings.all());
  }
}

/**
 * Whether the VOD still waits for this attempt. A finished conversion stays, and a stream that came back needs a new
 * one.
 */
function isWaitedFor(vod: VodEntity | null, { attempt }: JobEntity): vod is VodEntity {
  return vod !== null && vod.convertAttempt === attempt && !vod.assigned && vod.convertState !== 'done';
}

/**
 * Does nothing if the row changed after it was read (the stream came back, or another API sealed the VOD), because the
 * timeline is then outdated.
 */
function setTimeline(row: VodEntity, { timeline, clock }: ReadMedia, readVersion: number): boolean {
  if (row.assigned || row.version !== readVersion) return false;
  row.mediaMs = mediaMs(timeline);
  row.gaps = gapsWithEnd(row, timeline);
  row.missingMs = missingMs({ runs: [], gaps: row.gaps });
  row.clock = clock;
  setMediaStart(row, timeline);
  setTrackGaps(row, timeline);
  return true;
}
