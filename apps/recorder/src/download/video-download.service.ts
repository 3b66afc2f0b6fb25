import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { type download, mediaPlaceOf, type Payload, type PartRecord, videoDownloaded } from '#libs/contracts';
import { BufferPool, downloadHls, type HlsSource } from '#libs/media';
import { Providers } from '#libs/providers';
import { type Delivered, Log, msgId, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { SourceSecrets } from '../capture/source-secrets.js';
import { IDENTITY, type RecorderIdentity } from '../core/tokens.js';
import { DownloadPart } from './download-part.js';
import { DownloadProgress } from './download-progress.js';
import { DownloadRuns } from './download-runs.js';
import { openVideo, type OpenedVideo } from './open-video.js';
import { StoredBytes } from './stored-bytes.js';
import { readStoredPart, type StoredPart } from './stored-part.js';

type Command = Payload<typeof download>;

/**
 * A list without an end that stands still for so long belongs to a broadcast that is over (the site's lists lag by
 * minutes).
 */
const STILL_MS = 600_000;

/** Memory of its own: what captures need is never lent to downloads. */
const POOL = { comfortableBytes: 24 * 1024 * 1024 };

/**
 * Fetches videos that sites keep, each into a part like that of a capture. May be delivered any number of times, also
 * to another recorder: what is stored is not fetched again.
 */
@Injectable()
export class VideoDownload {
  private readonly pool = new BufferPool(POOL);
  private readonly log: Log;

  constructor(
    private readonly runs: DownloadRuns,
    private readonly secrets: SourceSecrets,
    private readonly providers: Providers,
    @Inject(Bus) private readonly bus: Pick<Bus, 'publish'>,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(IDENTITY) private readonly identity: RecorderIdentity,
    log: Log,
  ) {
    this.log = log.child('download');
  }

  async run(command: Command, delivered: Delivered): Promise<void> {
    await this.runs.run(command, delivered, (one) => this.fetch(command, one));
  }

  private async fetch(command: Command, one: Delivered): Promise<void> {
    const place = mediaPlaceOf(command);
    const before = await readStoredPart(this.storage, place, command.partId);
    const progress = new DownloadProgress(before, (counted) => this.runs.progressOf(command, counted));
    if (before.facts.end === null) await this.fetchRest({ command, place, before, progress }, one);
    const { segments, bytes, mediaMs, missingMs } = progress.totals;
    const { jobName, attempt, vodUuid, partId } = command;
    await this.bus.publish(
      videoDownloaded,
      {
        jobName,
        attempt,
        vodUuid,
        partId,
        at: Date.now(),
        segments,
        bytes,
        mediaMs: Math.round(mediaMs),
        missingMs: Math.round(missingMs),
      },
      { msgId: msgId(command, 'video-downloaded') },
    );
  }

  private async fetchRest({ command, place, before, progress }: Fetching, one: Delivered): Promise<void> {
    const stored = new StoredBytes(this.bus, command, progress.totals.bytes);
    // One that was killed could not tell the last of it, and its site may keep this one waiting.
    await stored.tell(progress.totals.bytes);
    try {
      await this.fetchInto({ command, place, before, progress, stored }, one);
    } catch (thrown) {
      await stored.tell(progress.totals.bytes);
      throw thrown;
    }
  }

  private async fetchInto(
    { command, place, before, progress, stored }: Fetching & { readonly stored: StoredBytes },
    one: Delivered,
  ): Promise<void> {
    const { signal } = one;
    const opened = await openVideo(command, before.facts.part?.rendition ?? null, {
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
        part: this.partOf(command, opened.source),
        onMoved: () => {
          one.progress();
          progress.moved(part.totals);
          stored.moved(part.totals.bytes);
        },
      });
      await part.begin();
      const end = await downloadHls({
        ...this.settings(command, opened),
        sink: part,
        signal,
        resume: before.resume,
        onList: (wholeMs, growing) => {
          one.progress();
          progress.listed(wholeMs, growing);
        },
      });
      await part.end(
        end === 'endlist' ? 'endlist' : 'stale',
        end === 'endlist' ? 'the whole of it is here' : 'the site adds nothing more to it',
      );
      progress.moved(part.totals);
      this.log.info('a video is downloaded', { vod: command.vodUuid, part: command.partId, ...part.totals });
    } finally {
      await opened.http.close();
    }
  }

  private settings({ startedAt, fromMs, toMs }: Command, { source, http }: OpenedVideo) {
    return { source, http, startedAt, range: { fromMs, toMs }, stillMs: STILL_MS };
  }

  private partOf({ partId, vodUuid }: Command, { variant, targetMs }: HlsSource): Omit<PartRecord, 't' | 'startedAt'> {
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
  readonly command: Command;
  readonly place: string;
  readonly before: StoredPart;
  readonly progress: DownloadProgress;
}
