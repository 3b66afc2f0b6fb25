import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type TdHead, type TdVideoFacts, writeTcdChat, writeTdChat } from '#libs/chat';
import { Bus } from '#libs/bus';
import { type chatDownload, chatDownloaded, type Payload } from '#libs/contracts';
import { type CommentPlace, type Past, type PastComment, Providers } from '#libs/providers';
import { type Delivered, type JobProgress, Log, msgId, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { entriesOf } from './comment-entries.js';
import { DownloadRuns } from './download-runs.js';
import { pastOf } from './open-video.js';
import { StoredComments } from './stored-comments.js';

type Command = Payload<typeof chatDownload>;
type Told = Pick<Payload<typeof chatDownloaded>, 'sizeBytes' | 'messages' | 'warnings'>;

/** Comments of a chunk: what a recorder that dies has to fetch again. */
const CHUNK = 2000;

/**
 * Fetches the chat that a site keeps beside a video, and writes it as the file that was asked for. May be delivered any
 * number of times: chunks that are stored are not fetched again, and a whole file is told at once.
 */
@Injectable()
export class ChatDownload {
  private readonly log: Log;

  constructor(
    private readonly runs: DownloadRuns,
    private readonly providers: Providers,
    @Inject(Bus) private readonly bus: Pick<Bus, 'publish'>,
    @Inject(STORAGE) private readonly storage: Storage,
    log: Log,
  ) {
    this.log = log.child('download');
  }

  async run(command: Command, delivered: Delivered): Promise<void> {
    await this.runs.run(command, delivered, (one) => this.fetch(command, one));
  }

  private async fetch(command: Command, one: Delivered): Promise<void> {
    const stored = await StoredComments.open(this.storage, command.workPrefix);
    const progress = this.runs.progressOf(command, {
      unit: 'media-ms',
      total: endOf(command) - command.fromMs,
      doneBefore: stored.reachedMs,
    });
    const past = pastOf(this.providers, command.providerKind);
    const chat = new FetchedChat(
      {
        past,
        stored,
        progress,
        signal: one.signal,
        onPage: one.progress,
      },
      command,
    );
    await chat.fetchRest();
    const about = command.method === 'td' ? await aboutVideo(past, command, one.signal) : {};
    await this.tell(command, await this.write({ command, about }, stored, one.signal));
  }

  private async write(
    { command, about }: { readonly command: Command; readonly about: Partial<TdVideoFacts> },
    stored: StoredComments,
    signal: AbortSignal,
  ): Promise<Told> {
    const head = headOf(command, about);
    const entries = entriesOf(stored.all());
    const text =
      command.method === 'tcd'
        ? writeTcdChat({ head, entries })
        : writeTdChat({
            head,
            entries,
            gaps: stored.missing.map(({ fromMs, toMs }) => ({ from: fromMs / 1000, to: toMs / 1000 })),
            pictures: [],
            bytesOf: () => Promise.resolve(null),
            createdAt: new Date().toISOString(),
          });
    const { sizeBytes } = await this.storage.put(command.outKey, Readable.from(text, { objectMode: false }), {
      contentType: 'application/json',
      signal,
    });
    const warnings = stored.missing.map(
      ({ fromMs, toMs }) =>
        `the site does not give all of ${Math.floor(fromMs / 1000)} s to ${Math.ceil(toMs / 1000)} s`,
    );
    this.log.info('a chat is downloaded', { video: command.videoId, messages: stored.count });
    return { sizeBytes, messages: stored.count, warnings };
  }

  private async tell(command: Command, told: Told): Promise<void> {
    const { jobName, attempt, outKey } = command;
    await this.bus.publish(
      chatDownloaded,
      { jobName, attempt, at: Date.now(), key: outKey, ...told },
      { msgId: msgId(command, 'chat-downloaded') },
    );
  }
}

interface Fetching {
  readonly past: Past;
  readonly stored: StoredComments;
  readonly progress: JobProgress;
  readonly signal: AbortSignal;
  readonly onPage: () => void;
}

/** Page after page, up to the end of the chat or of the stretch that is wanted. */
class FetchedChat {
  private held: PastComment[] = [];
  private missing: { readonly fromMs: number; readonly toMs: number }[] = [];

  constructor(
    private readonly ports: Fetching,
    private readonly command: Command,
  ) {}

  async fetchRest(): Promise<void> {
    const { stored, past, signal } = this.ports;
    if (stored.isWhole) return;
    let place = stored.next ?? this.begin;
    for (;;) {
      const page = await past.comments(
        { videoId: this.command.videoId, startedAt: new Date(this.command.startedAt), from: place },
        signal,
      );
      this.ports.onPage();
      this.take(page.comments);
      if (page.missing) this.missing.push(page.missing);
      const isOver = page.next === null || this.isBehind(page.comments);
      const next = isOver ? null : page.next;
      if (next === null || this.held.length >= CHUNK) await this.keep(next);
      if (next === null) return;
      place = next;
    }
  }

  private get begin(): CommentPlace | null {
    const { fromMs } = this.command;
    return fromMs === 0 ? null : { offsetMs: fromMs as CommentPlace['offsetMs'], cursor: null };
  }

  private take(comments: readonly PastComment[]): void {
    const { fromMs, toMs } = this.command;
    const heldIds = new Set(this.held.map((c) => c.record.id));
    const wanted = this.ports.stored
      .fresh(comments)
      .filter((c) => !heldIds.has(c.record.id) && c.offsetMs >= fromMs && (toMs === null || c.offsetMs < toMs));
    this.held.push(...wanted);
    const newest = comments.at(-1);
    if (newest)
      this.ports.progress.move(newest.offsetMs - fromMs, `${this.ports.stored.count + this.held.length} messages`);
  }

  private isBehind(comments: readonly PastComment[]): boolean {
    const { toMs } = this.command;
    return toMs !== null && (comments.at(-1)?.offsetMs ?? 0) >= toMs;
  }

  private async keep(next: CommentPlace | null): Promise<void> {
    await this.ports.stored.add({ comments: this.held, next, missing: this.missing }, this.ports.signal);
    this.held = [];
    this.missing = [];
  }
}

const endOf = ({ toMs, lengthMs }: Command): number => Math.min(toMs ?? Infinity, Math.max(lengthMs, 1));
/** For its head alone: what the site does not tell now is left out, and the chat is whole without. */
async function aboutVideo(past: Past, { videoId }: Command, signal: AbortSignal): Promise<Partial<TdVideoFacts>> {
  const [video, chapters] = await Promise.all([
    past.video(videoId, signal).catch(() => null),
    past.chapters(videoId, signal).catch(() => []),
  ]);
  signal.throwIfAborted();
  return { chapters, ...(video && { viewCount: video.viewCount }) };
}

const headOf = (command: Command, about: Partial<TdVideoFacts>): TdHead => ({
  vodUuid: command.vodUuid ?? '',
  streamer: command.streamer,
  title: command.title,
  category: command.category,
  startedAt: new Date(command.startedAt).toISOString(),
  lengthMs: endOf(command),
  video: { id: command.videoId, fromMs: command.fromMs, ...about },
});
