import {
  ChatDumpEnd,
  type chatFileJob,
  type ChatRecord,
  type StoredAsset,
  type JobInput,
  objectKeys,
  parseChatChunkName,
} from '#libs/contracts';
import { isAppError, UserError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AssetTable } from '../assets/asset-table.js';
import { mergeChunks } from '../merge/merge-chunks.js';
import { type ChunkStorage, type StoredChunk, StoredChunks } from '../merge/stored-chunks.js';
import { toChatMessage } from '../message/to-chat-message.js';
import { readTdChat } from '../twitch-downloader/read-td-chat.js';
import { type TdEntry } from '../twitch-downloader/td-chat.js';
import { otherTags } from '../twitch-downloader/to-td-comment.js';
import { writeTdChat } from '../twitch-downloader/write-td-chat.js';
import { dumpGaps, gapWarnings } from './dump-gaps.js';

/** The storage methods that this module needs. */
export interface DumpStorage extends ChunkStorage {
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly sizeBytes: number }>;
  get(key: string, range: undefined, signal: AbortSignal): Promise<{ readonly stream: AsyncIterable<unknown> }>;
  put(
    key: string,
    body: Readable,
    options: { readonly contentType: string; readonly signal: AbortSignal },
  ): Promise<{ readonly sizeBytes: number }>;
}
interface DumpChunk extends StoredChunk {
  readonly lastAt: number;
  readonly count: number;
}
type Input = JobInput<typeof chatFileJob>;
type Source = Extract<Input['source'], { readonly from: 'dump' }>;
/**
 * A dump whose file is to be made. `onRead` reports progress: the number of bytes read since the last call, of {@link
 * StoredDump.bytesToRead} in total.
 */
export interface DumpFile {
  /** Key of the object to write; no other run writes it. */
  readonly key: string;
  readonly source: Source;
  readonly head: Pick<Input, 'streamer' | 'title' | 'startedAt' | 'category'>;
  readonly signal: AbortSignal;
  readonly onRead: (bytes: number) => void;
}
export interface WrittenDump {
  readonly key: string;
  readonly sizeBytes: number;
  readonly messages: number;
  readonly warnings: Message[];
}

const Mark = z.object({ at: z.number() });

/** When the operator ended a dump, ms since the Unix epoch; null if it is still running or its data were swept. */
export async function endOfDump(storage: ChunkStorage, workPrefix: string): Promise<number | null> {
  const text = await storage.read(objectKeys.chatDumpEnd(workPrefix)).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'object-missing') return null;
    throw error;
  });
  return text && ChatDumpEnd.parse(jsonOf(text)).at;
}

/** Data that the recorders of a dump have stored so far. */
export class StoredDump {
  private constructor(
    private readonly chunks: readonly DumpChunk[],
    /**
     * Everything received until this time is on storage, ms since the Unix epoch; null if nothing has been received.
     */
    readonly receivedUntil: number | null,
    /** See {@link endOfDump}. */
    readonly end: number | null,
  ) {}

  static async list(storage: Pick<DumpStorage, 'list' | 'read'>, workPrefix: string): Promise<StoredDump> {
    const chunks: DumpChunk[] = [];
    let receivedUntil: number | null = null;
    const extendTo = (at: number): void => {
      receivedUntil = Math.max(receivedUntil ?? 0, at);
    };
    for await (const { key, sizeBytes } of storage.list(workPrefix)) {
      const name = parseChatChunkName(key);
      if (name) {
        chunks.push({ key, sizeBytes, firstAt: name.firstAt, lastAt: name.lastAt, count: name.count });
        extendTo(name.lastAt);
      } else if (key.endsWith('/heard.json')) extendTo(Mark.parse(jsonOf(await storage.read(key))).at);
    }
    return new StoredDump(chunks, receivedUntil, await endOfDump(storage, workPrefix));
  }

  /** Number of records in all chunks; nearly all of them are messages. */
  get count(): number {
    return this.chunks.reduce((sum, c) => sum + c.count, 0);
  }
  /** Twice the size of the chunks, because {@link StoredDump.write} reads everything twice. */
  get bytesToRead(): number {
    return 2 * this.chunks.reduce((sum, c) => sum + c.sizeBytes, 0);
  }

  /**
   * Writes everything received as one chat file: each message once, in order, including deleted ones; the file lists
   * the gaps. Times count from the request for the dump.
   */
  async write(storage: DumpStorage, { key, source, head, signal, onRead }: DumpFile): Promise<WrittenDump> {
    const { startedAt, endedAt: end } = source;
    const stored = new StoredChunks(storage, this.chunks);
    await stored.scan(signal, onRead);
    const gaps = dumpGaps(stored.gaps, { startedAt, receivedUntil: this.receivedUntil, end, chunks: this.chunks });
    const until = Math.max(startedAt, Math.min(end, Math.max(this.receivedUntil ?? 0, ...gaps.map((g) => g.until))));
    const counted = { messages: 0 };
    const text = writeTdChat({
      head: { vodUuid: '', ...head, lengthMs: until - startedAt },
      entries: entriesOf(stored, counted, { source, signal, onRead }),
      gaps: gaps.map((g) => ({ from: secondsOf(g.at - startedAt), to: secondsOf(g.until - startedAt) })),
      pictures: [],
      bytesOf: () => Promise.resolve(null),
      createdAt: new Date().toISOString(),
    });
    const { sizeBytes } = await storage.put(key, Readable.from(text, { objectMode: false }), {
      contentType: 'application/json',
      signal,
    });
    return {
      key,
      sizeBytes,
      messages: counted.messages,
      warnings: [
        ...gapWarnings(gaps, startedAt),
        ...(stored.invalidLines > 0 ? [message('job.lines-unreadable', { n: stored.invalidLines })] : []),
      ],
    };
  }
}

/**
 * Result of a dump of which only the file remains: its chunks were swept, and the run that wrote the file could not
 * report it.
 * @throws UserError `dump-gone` - the file does not exist either
 */
export async function findDumpFile(
  storage: Pick<DumpStorage, 'list' | 'get'>,
  { outKey, startedAt }: Source,
  signal: AbortSignal,
): Promise<WrittenDump> {
  const file = await firstOf(storage.list(objectKeys.chatDumpFiles(outKey)));
  if (!file) throw new UserError(message('error.dump-gone'));
  let messages = 0;
  const warnings: Message[] = [];
  const { stream } = await storage.get(file.key, undefined, signal);
  for await (const piece of readTdChat(stream as AsyncIterable<Uint8Array>)) {
    if (piece.kind === 'entry' && piece.entry.message.author) messages += 1;
    if (piece.kind === 'head') {
      const gaps = piece.gaps.map(({ from, to }) => ({
        at: startedAt + from * 1000,
        until: startedAt + to * 1000,
        reason: message('chat.gap.as-file-says'),
      }));
      warnings.push(...gapWarnings(gaps, startedAt));
    }
  }
  return { key: file.key, sizeBytes: file.sizeBytes, messages, warnings };
}

async function firstOf<T>(objects: AsyncIterable<T>): Promise<T | null> {
  for await (const object of objects) return object;
  return null;
}

async function* entriesOf(
  stored: StoredChunks,
  counted: { messages: number },
  { source: { startedAt, endedAt }, signal, onRead }: Pick<DumpFile, 'source' | 'signal' | 'onRead'>,
): AsyncGenerator<TdEntry> {
  const table = new AssetTable<StoredAsset>();
  for await (const record of mergeChunks(stored.readable(signal, onRead))) {
    // A message is excluded only if both the site's clock and the recorder's clock place it after the end, so that no
    // earlier message is lost.
    if (record.at > endedAt && record.seenAt > endedAt) continue;
    const deleted = deletionOf(record, stored, startedAt);
    const message = toChatMessage(record, { table, atMs: record.at - startedAt, deleted });
    if (!message) continue;
    counted.messages += message.author ? 1 : 0;
    yield { message, sentAt: record.at, tags: 'tags' in record ? otherTags(record.tags) : {} };
  }
}

function deletionOf(
  record: ChatRecord,
  { moderation }: StoredChunks,
  startedAt: number,
): TdEntry['message']['deleted'] {
  if (record.t !== 'message' && record.t !== 'notice') return null;
  const action = moderation.removedBy({ id: record.id, authorId: record.author.id, at: record.at });
  return action && { atMs: action.at - startedAt, by: action.by };
}

const jsonOf = (text: Buffer): unknown => JSON.parse(text.toString('utf8'));
const secondsOf = (ms: number): number => Math.max(0, ms) / 1000;
