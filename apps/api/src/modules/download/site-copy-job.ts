import {
  convertJob,
  ConvertTimeline,
  copyOf,
  type JobInput,
  type JobInterim,
  objectKeys,
  videoDownloadJob,
} from '#libs/contracts';
import { buildTimeline, mediaMs, type SiteClock, siteClockOf } from '#libs/domain';
import { messageOf } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { putJson } from '../../platform/storage/put-json.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions } from '../../persistence/database/tx.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { inputOf, type JobChange, type StageEnd, type WorkerJobStage } from '../../jobs/worker-job-stage.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { withCopyPlaces } from '../../vods/copy-places.js';
import { PartReader } from '../../vods/part-reader.js';
import { type NewVodFiles, VodFiles } from '../../workflows/vod-files.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { Settings } from '../../settings/settings.service.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { downloadQueue } from './download-queue.js';
import { matchedVideoOf } from './matched-video.js';
import { SiteViewer } from './site-viewer.js';

/** v0's name for the site's copy next to the recording. */
const COPY_SUFFIX = '_vod';
const DOWNLOAD_STAGE = { name: 'copy-download', def: videoDownloadJob } as const;
const CONVERT_STAGE = { name: 'copy-convert', def: convertJob } as const;

type Input = JobInput<typeof videoDownloadJob>;
type ConvertInput = JobInput<typeof convertJob>;

/**
 * Downloads the site's own copy of a recording: a recorder fetches it, a converter makes its file, and Vodkeep keeps
 * the file with the role `downloaded`. Both are stages of one job; the segments are deleted when the file is complete.
 */
@Injectable()
export class SiteCopyJob {
  private readonly log = new Logger('download');

  constructor(
    private readonly jobs: WorkerJobs,
    private readonly transactions: Transactions,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly viewer: SiteViewer,
    private readonly parts: PartReader,
    private readonly files: VodFiles,
    private readonly notifier: UiNotifier,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    const shared = {
      kind: 'download' as const,
      stopped: (job: JobEntity) => this.stopped(job),
      retry: (job: JobEntity) => this.continueDownload(job),
    };
    jobs.register({
      ...shared,
      ...DOWNLOAD_STAGE,
      locksVod: 'never',
      queue: downloadQueue(settings),
      refreshInput: (input) => this.viewer.refresh(input),
      interim: (data, job) => this.saveBytes(data, job),
      prepare: (job) => this.putTimeline(job),
      done: (_report, { prepared }) => Promise.resolve(prepared === null ? {} : conversionOf(prepared)),
    } satisfies WorkerJobStage<typeof videoDownloadJob, CompletedDownload | null>);
    jobs.register({
      ...shared,
      ...CONVERT_STAGE,
      locksVod: 'done',
      prepare: (job, { result: { files } }) => this.publish(job, files),
      done: (_report, change) => this.replaceFiles(change),
      after: (_report, done) => this.finish(done),
    } satisfies WorkerJobStage<typeof convertJob, MadeCopy | null>);
  }

  /**
   * @param also work in the transaction that adds the job
   * @returns name of the job
   * @throws UserError `vod-missing` (404), `no-site-vod`, `job-running` (409)
   */
  async begin(vodUuid: string, quality: string, also?: InSameTransaction): Promise<string> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) throw VOD_MISSING();
    const { videoId, ...stretch } = matchedVideoOf(vod);
    const channel = await this.channels.find(vod.channelUuid);
    if (!channel) throw VOD_MISSING();
    const input: Input = {
      partId: ulid(),
      vodUuid,
      place: 'copy',
      providerKind: vod.providerKind,
      videoId,
      ...stretch,
      startedAt: vod.siteVod?.createdAt ?? vod.startedAt.getTime(),
      qualities: [quality],
      nearestBelow: false,
      ...(await this.viewer.viewerOf(channel)),
    };
    const plain = `download_vod_${videoId}`;
    const name = await this.transactions.run(async (tx) => {
      const row = await this.vods.lock(vodUuid, tx);
      if (!row) throw VOD_MISSING();
      const isOurs = (job: JobEntity): boolean => job.asked?.stage === DOWNLOAD_STAGE.name && job.vodUuid === vodUuid;
      // v0's job name belongs to the download of a video. The copy never uses it if the VOD itself was downloaded.
      const free = await this.jobs.chooseName(
        { plain: row.download ? null : plain, own: `${plain}_copy_${vodUuid}`, isOurs },
        tx,
      );
      const { uuid, channelUuid, basename } = row;
      const title = verbatim(basename);
      await this.jobs.add(DOWNLOAD_STAGE, { name: free, title, vodUuid: uuid, channelUuid, input }, tx);
      await also?.(free, tx);
      return free;
    });
    this.jobs.added(name);
    await this.deleteOtherParts(vodUuid, input.partId).catch((thrown: unknown) => {
      this.log.warn(`${vod.basename}: parts of an earlier copy not deleted yet: ${messageOf(thrown)}`);
    });
    return name;
  }

  /** Continues after the last stored segment; after a cancellation nothing is stored. */
  private async continueDownload({ name, vodUuid }: JobEntity): Promise<void> {
    if (vodUuid === null || !(await this.vods.find(vodUuid))) throw VOD_MISSING();
    await this.jobs.queueAgain(name);
  }

  private async saveBytes(
    { bytes }: JobInterim<typeof videoDownloadJob>,
    { name: jobName, attempt, vodUuid }: JobEntity,
  ): Promise<void> {
    if (vodUuid === null || attempt === null) return;
    if (await this.vods.saveCopyBytes(vodUuid, bytes, { jobName, attempt })) this.notifier.notify('vod', vodUuid);
  }

  /** Writes the timeline from which the converter makes the file. Call it when all segments are stored. */
  private async putTimeline(job: JobEntity): Promise<CompletedDownload | null> {
    const fetched = inputOf(DOWNLOAD_STAGE, job);
    const vod = fetched && (await this.vods.find(fetched.vodUuid));
    if (!vod || job.attempt === null) return null;
    const { uuid: vodUuid } = vod;
    // The timeline contains only the copy; the recording has its own timeline.
    const timeline = buildTimeline([await this.parts.read(copyOf(vodUuid), fetched.partId)]);
    const timelineKey = objectKeys.timeline(vodUuid, job.attempt);
    await putJson({ storage: this.storage, key: timelineKey }, {
      vodUuid,
      runs: timeline.runs,
      chapters: [{ offsetMs: 0, title: vod.title }],
    } satisfies ConvertTimeline);
    const input: ConvertInput = {
      vodUuid,
      place: 'copy',
      container: this.settings.get('vod_container'),
      basename: `${vod.basename}${COPY_SUFFIX}`,
      timelineKey,
    };
    return { input, seconds: Math.round(mediaMs(timeline) / 1000) };
  }

  private async publish(
    { vodUuid, attempt, input }: JobEntity,
    files: Parameters<VodFiles['publish']>[1]['files'],
  ): Promise<MadeCopy | null> {
    const vod = vodUuid === null ? null : await this.vods.find(vodUuid);
    if (!vod || attempt === null) return null;
    return {
      ...(await this.files.publish(vod, { role: 'downloaded', attempt, files })),
      places: await this.placesOf(input),
    };
  }

  private async placesOf(input: unknown): Promise<SiteClock | null> {
    const { data } = convertJob.input.safeParse(input);
    if (!data) return null;
    const timeline = ConvertTimeline.parse(JSON.parse((await this.storage.read(data.timelineKey)).toString()));
    return siteClockOf(timeline);
  }

  private async replaceFiles({
    vod,
    tx,
    prepared,
  }: JobChange & { prepared: MadeCopy | null }): Promise<StageEnd | false> {
    if (!vod || !prepared) return false;
    vod.facts = withCopyPlaces(vod.facts, prepared.places);
    await this.files.replace(vod.uuid, prepared, tx);
    return {};
  }

  private async finish({
    job: { vodUuid },
    prepared,
  }: {
    job: JobEntity;
    prepared: NewVodFiles | null;
  }): Promise<void> {
    if (vodUuid === null) return;
    await this.deleteCopy(vodUuid);
    if (prepared) await this.files.drop(vodUuid, prepared);
    this.notifier.notify('vod', vodUuid, { actions: ['vod_updated'] });
    this.log.log(`VOD ${vodUuid}: copy of the site downloaded (${prepared?.files.length ?? 0} file(s))`);
  }

  private async stopped({ vodUuid }: JobEntity): Promise<void> {
    if (vodUuid !== null) await this.deleteCopy(vodUuid);
  }

  /** Deletes the segments of a copy that is no longer needed. */
  private async deleteCopy(vodUuid: string): Promise<void> {
    await this.storage.deletePrefix(objectKeys.vod(copyOf(vodUuid)));
    await this.saveCopyRemoved(vodUuid);
  }

  /**
   * Deletes the parts of an earlier copy that failed. A new request starts a new part and does not continue the old
   * one.
   */
  private async deleteOtherParts(vodUuid: string, partId: string): Promise<void> {
    const parts = objectKeys.parts(copyOf(vodUuid));
    for await (const part of this.storage.names(parts))
      if (part !== `${partId}/`) await this.storage.deletePrefix(`${parts}${part}`);
    await this.saveCopyRemoved(vodUuid);
  }

  private async saveCopyRemoved(vodUuid: string): Promise<void> {
    await this.vods.saveCopyGone(vodUuid);
    this.notifier.notify('vod', vodUuid);
  }
}

/** `places`: of the downloaded stretches, on the clock of the site's VOD; null: unknown. */
type MadeCopy = NewVodFiles & { readonly places: SiteClock | null };

/** A completed download, for the conversion that follows. */
interface CompletedDownload {
  readonly input: ConvertInput;
  readonly seconds: number;
}

const conversionOf = ({ input, seconds }: CompletedDownload): StageEnd => ({
  next: { stage: CONVERT_STAGE.name, input, say: message('job.fetched-file-made', { s: seconds }) },
});
