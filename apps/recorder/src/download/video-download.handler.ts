import { Controller, Inject } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { type JobInput, type JobResult, mediaPlaceOf, type PartRecord, videoDownloadJob } from '#libs/contracts';
import { BufferPool, downloadHls, type HlsSource } from '#libs/media';
import { Providers } from '#libs/providers';
import { type Delivered, type JobCommand, Log, type RunningJob, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { SourceSecrets } from '../capture/source-secrets.js';
import { IDENTITY, type RecorderIdentity } from '../core/tokens.js';
import { DownloadPart } from './download-part.js';
import { DownloadProgress } from './download-progress.js';
import { openVideo, type OpenedVideo } from './open-video.js';
import { StoredBytes } from './stored-bytes.js';
import { readStoredPart, type StoredPart } from './stored-part.js';

type Input = JobInput<typeof videoDownloadJob>;
type Job = RunningJob<typeof videoDownloadJob>;

/** A separate buffer pool, so that downloads never use memory that captures need. */
const POOL = { comfortableBytes: 24 * 1024 * 1024 };

/**
 * Downloads a site's past videos, each into a part like that of a capture. Repeated deliveries are safe, also on
 * another recorder: stored segments are not fetched again.
 */
@Controller()
export class VideoDownloadHandler {
  private readonly pool = new BufferPool(POOL);
  private readonly log: Log;

  constructor(
    private readonly runner: WorkerJobRunner,
    private readonly secrets: SourceSecrets,
    private readonly providers: Providers,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(IDENTITY) private readonly identity: RecorderIdentity,
    log: Log,
  ) {
    this.log = log.child('download');
  }

  @OnCommand(videoDownloadJob.command)
  run(command: JobCommand<typeof videoDownloadJob>, delivered: Delivered): Promise<void> {
    return this.runner.run(videoDownloadJob, { command, delivered }, { run: (job) => this.fetch(job) });
  }

  private async fetch(job: Job): Promise<JobResult<typeof videoDownloadJob>> {
    const place = mediaPlaceOf(job.input);
    const before = await readStoredPart(this.storage, place, job.input.partId);
    const progress = new DownloadProgress(before, job.count);
    if (before.info.end === null) await this.fetchRest({ job, place, before, progress });
    const { segments, bytes, mediaMs, missingMs } = progress.totals;
    return { segments, bytes, mediaMs: Math.round(mediaMs), missingMs: Math.round(missingMs) };
  }

  private async fetchRest({ job, place, before, progress }: Fetching): Promise<void> {
    const stored = new StoredBytes((bytes) => job.report({ bytes }), progress.totals.bytes);
    // A killed delivery could not report its last bytes. Report them first, because the site may make this one wait.
    await stored.reportBytes(progress.totals.bytes);
    try {
      await this.fetchInto({ job, place, before, progress, stored });
    } catch (thrown) {
      await stored.reportBytes(progress.totals.bytes);
      throw thrown;
    }
  }

  private async fetchInto({
    job,
    place,
    before,
    progress,
    stored,
  }: Fetching & { readonly stored: StoredBytes }): Promise<void> {
    const { input, signal } = job;
    const opened = await openVideo(input, before.info.part?.rendition ?? null, {
      pool: this.pool,
      secrets: this.secrets,
      providers: this.providers,
      signal,
    });
    try {
      const part = new DownloadPart({
        storage: this.storage,
        place,
        before,
        signal,
        part: this.partOf(input, opened.source),
        onMoved: () => {
          progress.moved(part.totals);
          stored.moved(part.totals.bytes);
        },
      });
      await part.begin();
      const end = await downloadHls({
        ...this.settings(input, opened),
        sink: part,
        signal,
        resume: before.resume,
        onList: (wholeMs, growing) => {
          progress.listed(wholeMs, growing);
        },
      });
      await part.end(
        end === 'endlist' ? 'endlist' : 'stale',
        end === 'endlist' ? 'the whole of it is here' : 'the site adds nothing more to it',
      );
      progress.moved(part.totals);
      this.log.info('video downloaded', { vod: input.vodUuid, part: input.partId, ...part.totals });
    } finally {
      await opened.http.close();
    }
  }

  private settings({ startedAt, fromMs, toMs, stretches }: Input, { source, http }: OpenedVideo) {
    return { source, http, startedAt, range: { fromMs, toMs }, ...(stretches && { stretches }) };
  }

  private partOf({ partId, vodUuid }: Input, { variant, targetMs }: HlsSource): Omit<PartRecord, 't' | 'startedAt'> {
    const { name, width, height, fps } = variant ?? { name: 'source', width: null, height: null, fps: null };
    return {
      partId,
      vodUuid,
      recorder: this.identity.name,
      rendition: name,
      width,
      height,
      fps,
      targetDurationMs: targetMs,
    };
  }
}

interface Fetching {
  readonly job: Job;
  readonly place: string;
  readonly before: StoredPart;
  readonly progress: DownloadProgress;
}
