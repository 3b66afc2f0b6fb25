import { Readable } from 'node:stream';
import { Controller, Inject } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { writeTdChat } from '#libs/chat';
import { clipDownloadJob, type JobInput, type JobResult } from '#libs/contracts';
import { causeOf, localizedOf, OutsideError, UserError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type ClipQuality, type CommentPlace, type VideoArchive, type PastComment, Providers } from '#libs/providers';
import { type Delivered, type JobCommand, Log, type RunningJob, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { entriesOf } from './comment-entries.js';
import { videoArchiveOf } from './open-video.js';

type Job = RunningJob<typeof clipDownloadJob>;
type ClipChat = NonNullable<JobInput<typeof clipDownloadJob>['chat']>;

const SILENT_MS = 60_000;

/**
 * Downloads clips: one file each, and the chat of the clip's time range. A clip is small, so that an interrupted
 * download starts from the beginning.
 */
@Controller()
export class ClipDownloadHandler {
  private readonly log: Log;

  constructor(
    private readonly runner: WorkerJobRunner,
    private readonly providers: Providers,
    @Inject(STORAGE) private readonly storage: Storage,
    log: Log,
  ) {
    this.log = log.child('download');
  }

  @OnCommand(clipDownloadJob.command)
  run(command: JobCommand<typeof clipDownloadJob>, delivered: Delivered): Promise<void> {
    return this.runner.run(clipDownloadJob, { command, delivered }, { run: (job) => this.fetch(job) });
  }

  private async fetch(job: Job): Promise<JobResult<typeof clipDownloadJob>> {
    const { input, signal } = job;
    const videoArchive = videoArchiveOf(this.providers, input.providerKind);
    const { name, url } = chosen(await videoArchive.clipQualities(input.clipId, signal), input.quality);
    const sizeBytes = await this.store(job, url);
    const warnings: Message[] = [];
    const chatMessages = input.chat
      ? await this.chat(input.chat, videoArchive, signal).catch((thrown: unknown) => {
          signal.throwIfAborted();
          warnings.push(message('job.no-chat', { why: localizedOf(thrown) }));
          return null;
        })
      : null;
    this.log.info('clip downloaded', { clip: input.clipId, sizeBytes });
    return { key: input.outKey, sizeBytes, quality: name, chatMessages, warnings };
  }

  private async store({ input, signal, count }: Job, url: string): Promise<number> {
    const silent = new AbortController();
    const all = AbortSignal.any([signal, silent.signal]);
    const answer = await this.providers.fetch(url, { signal: all }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new OutsideError(message('error.site-away.clip-not-fetched', { why: causeOf(cause) }), { cause });
    });
    if (!answer.ok || !answer.body)
      throw new OutsideError(message('error.site-away.clip-status', { status: answer.status }));
    const length = Number(answer.headers.get('content-length') ?? 0);
    const progress = count({ total: length });
    const body = Readable.from(
      withSilenceLimit(answer.body, {
        silent,
        onBytes: (bytes) => {
          progress.move(bytes, message('job.fetching'));
        },
      }),
      { objectMode: false },
    );
    const { sizeBytes } = await this.storage.put(input.outKey, body, {
      contentType: 'video/mp4',
      signal: all,
      ...(length > 0 ? { sizeBytes: length } : {}),
    });
    return sizeBytes;
  }

  private async chat(chat: ClipChat, videoArchive: VideoArchive, signal: AbortSignal): Promise<number> {
    const comments = await stretch(chat, videoArchive, signal);
    const head = {
      vodUuid: '',
      streamer: chat.streamer,
      title: chat.title,
      category: '',
      startedAt: new Date(chat.startedAt).toISOString(),
      lengthMs: chat.toMs,
      video: { id: chat.videoId, fromMs: chat.fromMs },
    };
    const text = writeTdChat({
      head,
      entries: entriesOf(comments),
      gaps: [],
      pictures: [],
      bytesOf: () => Promise.resolve(null),
      createdAt: new Date().toISOString(),
    });
    await this.storage.put(chat.key, Readable.from(text, { objectMode: false }), {
      contentType: 'application/json',
      signal,
    });
    return comments.length;
  }
}

/** @throws UserError `no-such-quality` */
function chosen(offered: readonly ClipQuality[], wanted: string): ClipQuality {
  const found = chooseQuality(offered, wanted);
  if (found) return found;
  throw new UserError(
    offered.length === 0
      ? message('error.no-such-quality.clip-none', { wanted })
      : message('error.no-such-quality.clip', { wanted, there: offered.map((q) => q.name) }),
  );
}

/** @param offered best first */
function chooseQuality(offered: readonly ClipQuality[], wanted: string): ClipQuality | undefined {
  if (wanted === 'best' || wanted === 'source') return offered[0];
  if (wanted === 'worst') return offered.at(-1);
  return offered.find((q) => [q.name, `${q.height}p`, `${q.height}p${Math.round(q.fps)}`].includes(wanted));
}

/** Aborts if the server sends nothing for `SILENT_MS`. */
async function* withSilenceLimit(
  body: AsyncIterable<Uint8Array>,
  { silent, onBytes }: { readonly silent: AbortController; readonly onBytes: (bytes: number) => void },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  const giveUp = (): void => {
    silent.abort(new OutsideError(message('error.site-away.clip-silent')));
  };
  let timer = setTimeout(giveUp, SILENT_MS);
  try {
    for await (const piece of body) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENT_MS);
      bytes += piece.length;
      onBytes(bytes);
      yield Buffer.from(piece);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Collects the chat of the clip's time range in memory (about a minute). */
async function stretch(
  { videoId, startedAt, fromMs, toMs }: ClipChat,
  videoArchive: VideoArchive,
  signal: AbortSignal,
): Promise<readonly PastComment[]> {
  const found = new Map<string, PastComment>();
  for (
    let place: CommentPlace | null = { offsetMs: fromMs as CommentPlace['offsetMs'], cursor: null };
    place !== null;
  ) {
    const page = await videoArchive.comments({ videoId, startedAt: new Date(startedAt), from: place }, signal);
    for (const comment of page.comments)
      if (comment.offsetMs >= fromMs && comment.offsetMs < toMs) found.set(comment.record.id, comment);
    place = (page.comments.at(-1)?.offsetMs ?? toMs) >= toMs ? null : page.next;
  }
  return [...found.values()];
}
