import { clipDownloadJob, type JobInput, objectKeys } from '#libs/contracts';
import { clipPlace, pathOfTemplate } from '#libs/domain';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type PastClip } from '#libs/providers';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { z } from 'zod';
import { Transactions } from '../../persistence/database/tx.js';
import { Sites } from '../../sites/sites.js';
import {
  requestedInput,
  inputOf,
  type JobReport,
  type StageEnd,
  type WorkerJobStage,
} from '../../jobs/worker-job-stage.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Clips } from '../clip/clips.service.js';
import { JOB_MISSING } from '../../jobs/job-faults.js';
import { type JobEntity } from '../../persistence/entities/job.entity.js';
import { Settings } from '../../settings/settings.service.js';
import { videoArchiveOf } from '../../sites/video-archive-of.js';
import { downloadQueue } from './download-queue.js';
import { presentSiteClip } from './site-clip.presenter.js';

type Input = JobInput<typeof clipDownloadJob>;
type Report = JobReport<typeof clipDownloadJob>;
interface ClipRequest {
  readonly providerKind: string;
  readonly id: string;
  readonly quality: string;
  readonly withChat: boolean;
  /** v0's folder: of downloads on request, or of the schedule. */
  readonly under?: 'downloader' | 'scheduler';
}

/** Clip details that are known at the request and needed when the download is done. `createdAt`: ISO 8601. */
const ClipDownloadState = z.object({
  uuid: z.uuid(),
  channelUuid: z.uuid().nullable(),
  channelName: z.string(),
  folder: z.string(),
  basename: z.string(),
  title: z.string(),
  sourceUrl: z.string(),
  durationMs: z.int(),
  createdAt: z.iso.datetime(),
  siteClip: z.record(z.string(), z.unknown()),
});
type ClipDownloadState = z.infer<typeof ClipDownloadState>;

const SITE_TIMEOUT_MS = 20_000;

/** Downloads clips from sites into the library, with the site's metadata next to them (v0's `.info.json`). */
@Injectable()
export class ClipDownloadJob implements WorkerJobStage<typeof clipDownloadJob, string> {
  readonly name = 'clip-download';
  readonly kind = 'clip-download';
  readonly def = clipDownloadJob;
  readonly locksVod = 'never';
  readonly queue = downloadQueue(this.settings);

  constructor(
    private readonly jobs: WorkerJobs,
    private readonly settings: Settings,
    private readonly transactions: Transactions,
    private readonly sites: Sites,
    private readonly channels: ChannelRepository,
    private readonly clips: Clips,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    jobs.register(this);
  }

  /**
   * @returns name of the job, and the place of the clip
   * @throws UserError `clip-missing` (404), `clip-known`, `job-running` (409)
   */
  async begin(request: ClipRequest): Promise<{ readonly job: string; readonly place: string }> {
    const videoArchive = videoArchiveOf(this.sites, request.providerKind);
    const signal = AbortSignal.timeout(SITE_TIMEOUT_MS);
    const clip = await videoArchive.clip(request.id, signal);
    if (!clip) throw new UserError(message('error.clip-missing'), { status: 404 });
    const video =
      request.withChat && clip.videoId !== null && clip.vodOffsetMs !== null
        ? await videoArchive.video(clip.videoId, signal)
        : null;
    const keep = await this.newClipState(clip, request);
    const name = `download_clip_${clip.id}`;
    const attempt = ulid();
    const input: Input = {
      providerKind: request.providerKind,
      clipId: clip.id,
      quality: request.quality,
      outKey: outKeyOf(keep, attempt),
      chat: video && chatOf(clip, video, keep.uuid),
      keep: { ...keep },
    };
    await this.add(name, attempt, { input, keep, isNew: true });
    return { job: name, place: `saved_clips/${keep.folder}/${keep.basename}` };
  }

  /** Adds the clip to the library. @returns its name there */
  async prepare(job: JobEntity, { result: { key, quality, sizeBytes } }: Report): Promise<string> {
    const { keep, providerKind, clipId } = clipDownloadJob.input.parse(job.input);
    const state = ClipDownloadState.parse(keep);
    await this.storage.put(
      objectKeys.clipFile(state.uuid, 'info.json'),
      Buffer.from(JSON.stringify({ ...state.siteClip, quality }, null, 1)),
      { contentType: 'application/json' },
    );
    const { basename } = await this.clips.add({
      ...state,
      createdAt: new Date(state.createdAt),
      providerKind,
      siteId: clipId,
      key,
      sizeBytes,
    });
    return basename;
  }

  done({ result: { sizeBytes } }: Report, { prepared: name }: { readonly prepared: string }): Promise<StageEnd> {
    return Promise.resolve({ say: message('job.name-mb', { name, mb: Math.round(sizeBytes / 1e5) / 10 }) });
  }

  /** A cancelled download leaves no files. If the clip was already saved, the saved file stays. */
  async stopped(job: JobEntity): Promise<void> {
    const input = inputOf(this, job);
    const state = ClipDownloadState.safeParse(input?.keep);
    if (!input || !state.success) return;
    if (await this.clips.has(state.data.uuid)) await this.storage.delete([input.outKey]);
    else await this.storage.deletePrefix(objectKeys.clip(state.data.uuid));
  }

  async retry(job: JobEntity): Promise<void> {
    const input = requestedInput(this, job);
    if (!input) throw JOB_MISSING(job.name);
    const attempt = ulid();
    const keep = ClipDownloadState.parse(input.keep);
    await this.add(job.name, attempt, { input: { ...input, outKey: outKeyOf(keep, attempt) }, keep, isNew: false });
  }

  private async newClipState(
    clip: PastClip,
    { providerKind, quality, under = 'downloader' }: ClipRequest,
  ): Promise<ClipDownloadState> {
    const channel = await this.channels.bySource(providerKind, clip.broadcaster.id);
    const login =
      channel?.internalName ??
      (clip.broadcaster.login === '' ? clip.broadcaster.displayName.toLowerCase() : clip.broadcaster.login);
    const { name, folder } = clipPlace(this.settings.get('filename_clip'), {
      id: clip.id,
      quality,
      createdAt: clip.createdAt,
      title: clip.title,
      creator: clip.creator.displayName,
      broadcaster: clip.broadcaster.displayName,
    });
    return {
      uuid: randomUUID(),
      channelUuid: channel?.uuid ?? null,
      channelName: login,
      folder: [under, ...pathOfTemplate('{login}', { login }), folder].filter((part) => part !== '').join('/'),
      basename: `${name}.mp4`,
      title: clip.title,
      sourceUrl: clip.url,
      durationMs: clip.durationMs,
      createdAt: clip.createdAt.toISOString(),
      siteClip: presentSiteClip(clip),
    };
  }

  private async add(
    name: string,
    attempt: string,
    { input, keep, isNew }: { readonly input: Input; readonly keep: ClipDownloadState; readonly isNew: boolean },
  ): Promise<void> {
    const title = message('job.title.clip', { name: keep.title });
    await this.transactions.run(async (tx) => {
      await this.jobs.add(this, { name, attempt, title, vodUuid: null, channelUuid: keep.channelUuid, input }, tx);
      // Inserting the job row waits for a parallel download of the same clip, so its result is visible here.
      if (isNew && (await this.clips.hasSavedFile(input.providerKind, input.clipId, tx)))
        throw new UserError(message('error.clip-known'), { status: 409 });
    });
    this.jobs.added(name);
  }
}

const outKeyOf = ({ uuid }: ClipDownloadState, attempt: string): string => objectKeys.clipFile(uuid, `${attempt}.mp4`);

function chatOf(
  clip: PastClip,
  video: { readonly id: string; readonly createdAt: Date; readonly title: string },
  uuid: string,
): NonNullable<Input['chat']> {
  const fromMs = clip.vodOffsetMs ?? 0;
  const { id, login, displayName } = clip.broadcaster;
  return {
    key: objectKeys.clipFile(uuid, 'chat.json'),
    videoId: video.id,
    startedAt: video.createdAt.getTime(),
    fromMs,
    toMs: fromMs + clip.durationMs,
    streamer: { id, login, name: displayName },
    title: clip.title,
  };
}
