import { Readable } from 'node:stream';
import { Controller, Inject } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { type TdHead, type TdVideoInfo, writeTcdChat, writeTdChat } from '#libs/chat';
import { chatDownloadJob, type JobInput, type JobResult } from '#libs/contracts';
import { message } from '#libs/messages';
import { type CommentPlace, type VideoArchive, type PastComment, Providers } from '#libs/providers';
import {
  type Delivered,
  type JobCommand,
  type JobProgress,
  Log,
  type RunningJob,
  STORAGE,
  WorkerJobRunner,
} from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { entriesOf } from './comment-entries.js';
import { videoArchiveOf } from './open-video.js';
import { StoredComments } from './stored-comments.js';

type Input = JobInput<typeof chatDownloadJob>;
type Result = JobResult<typeof chatDownloadJob>;

/** Comments per chunk. A recorder that crashes must fetch at most one chunk again. */
const CHUNK = 2000;

/**
 * Downloads the chat that a site stores with a video, and writes it as the requested file. Repeated deliveries are
 * safe: stored chunks are not fetched again, and a complete file is reported at once.
 */
@Controller()
export class ChatDownloadHandler {
  private readonly log: Log;

  constructor(
    private readonly runner: WorkerJobRunner,
    private readonly providers: Providers,
    @Inject(STORAGE) private readonly storage: Storage,
    log: Log,
  ) {
    this.log = log.child('download');
  }

  @OnCommand(chatDownloadJob.command)
  run(command: JobCommand<typeof chatDownloadJob>, delivered: Delivered): Promise<void> {
    return this.runner.run(chatDownloadJob, { command, delivered }, { run: (job) => this.fetch(job) });
  }

  private async fetch({ input, signal, alive, count }: RunningJob<typeof chatDownloadJob>): Promise<Result> {
    const stored = await StoredComments.open(this.storage, input.workPrefix);
    const progress = count({ total: endOf(input) - input.fromMs, doneBefore: stored.reachedMs });
    const videoArchive = videoArchiveOf(this.providers, input.providerKind);
    await new FetchedChat({ videoArchive, stored, progress, signal, onPage: alive }, input).fetchRest();
    const about = input.method === 'td' ? await readHeadInfo(videoArchive, input, signal) : {};
    return this.write({ input, about }, stored, signal);
  }

  private async write(
    { input, about }: { readonly input: Input; readonly about: Partial<TdVideoInfo> },
    stored: StoredComments,
    signal: AbortSignal,
  ): Promise<Result> {
    const head = headOf(input, about);
    const entries = entriesOf(stored.all());
    const text =
      input.method === 'tcd'
        ? writeTcdChat({ head, entries })
        : writeTdChat({
            head,
            entries,
            gaps: stored.missing.map(({ fromMs, toMs }) => ({ from: fromMs / 1000, to: toMs / 1000 })),
            pictures: [],
            bytesOf: () => Promise.resolve(null),
            createdAt: new Date().toISOString(),
          });
    const { sizeBytes } = await this.storage.put(input.outKey, Readable.from(text, { objectMode: false }), {
      contentType: 'application/json',
      signal,
    });
    const warnings = stored.missing.map(({ fromMs, toMs }) =>
      message('job.missing-at-site', { from: Math.floor(fromMs / 1000), to: Math.ceil(toMs / 1000) }),
    );
    this.log.info('chat downloaded', { video: input.videoId, messages: stored.count });
    return { key: input.outKey, sizeBytes, messages: stored.count, warnings };
  }
}

interface Fetching {
  readonly videoArchive: VideoArchive;
  readonly stored: StoredComments;
  readonly progress: JobProgress;
  readonly signal: AbortSignal;
  readonly onPage: () => void;
}

/** Fetches page after page, up to the end of the chat or of the wanted range. */
class FetchedChat {
  private fetchedComments: PastComment[] = [];
  private missing: { readonly fromMs: number; readonly toMs: number }[] = [];

  constructor(
    private readonly ports: Fetching,
    private readonly input: Input,
  ) {}

  async fetchRest(): Promise<void> {
    const { stored, videoArchive, signal } = this.ports;
    if (stored.isWhole) return;
    let place = stored.next ?? this.begin;
    for (;;) {
      const page = await videoArchive.comments(
        { videoId: this.input.videoId, startedAt: new Date(this.input.startedAt), from: place },
        signal,
      );
      this.ports.onPage();
      this.take(page.comments);
      if (page.missing) this.missing.push(page.missing);
      const isOver = page.next === null || this.isPastRange(page.comments);
      const next = isOver ? null : page.next;
      if (next === null || this.fetchedComments.length >= CHUNK) await this.storeFetched(next);
      if (next === null) return;
      place = next;
    }
  }

  private get begin(): CommentPlace | null {
    const { fromMs } = this.input;
    return fromMs === 0 ? null : { offsetMs: fromMs as CommentPlace['offsetMs'], cursor: null };
  }

  private take(comments: readonly PastComment[]): void {
    const { fromMs, toMs } = this.input;
    const heldIds = new Set(this.fetchedComments.map((c) => c.record.id));
    const wanted = this.ports.stored
      .fresh(comments)
      .filter((c) => !heldIds.has(c.record.id) && c.offsetMs >= fromMs && (toMs === null || c.offsetMs < toMs));
    this.fetchedComments.push(...wanted);
    const newest = comments.at(-1);
    if (newest)
      this.ports.progress.move(
        newest.offsetMs - fromMs,
        message('job.messages', { n: this.ports.stored.count + this.fetchedComments.length }),
      );
  }

  private isPastRange(comments: readonly PastComment[]): boolean {
    const { toMs } = this.input;
    return toMs !== null && (comments.at(-1)?.offsetMs ?? 0) >= toMs;
  }

  private async storeFetched(next: CommentPlace | null): Promise<void> {
    await this.ports.stored.add({ comments: this.fetchedComments, next, missing: this.missing }, this.ports.signal);
    this.fetchedComments = [];
    this.missing = [];
  }
}

const endOf = ({ toMs, lengthMs }: Input): number => Math.min(toMs ?? Infinity, Math.max(lengthMs, 1));
/**
 * Reads data for the head of the file only. If the site does not answer, the head lacks it, but the chat is complete.
 */
async function readHeadInfo(
  videoArchive: VideoArchive,
  { videoId }: Input,
  signal: AbortSignal,
): Promise<Partial<TdVideoInfo>> {
  const [video, chapters] = await Promise.all([
    videoArchive.video(videoId, signal).catch(() => null),
    videoArchive.chapters(videoId, signal).catch(() => []),
  ]);
  signal.throwIfAborted();
  return { chapters, ...(video && { viewCount: video.viewCount }) };
}

const headOf = (input: Input, about: Partial<TdVideoInfo>): TdHead => ({
  vodUuid: input.vodUuid ?? '',
  streamer: input.streamer,
  title: input.title,
  category: input.category,
  startedAt: new Date(input.startedAt).toISOString(),
  lengthMs: endOf(input),
  video: { id: input.videoId, fromMs: input.fromMs, ...about },
});
