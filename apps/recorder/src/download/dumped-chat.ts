import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  AssetTable,
  mergeChunks,
  type StoredChunk,
  StoredChunks,
  type TdEntry,
  toChatMessage,
  untoldTags,
  writeTdChat,
} from '#libs/chat';
import {
  type chatDump,
  ChatDumpEnd,
  chatDumped,
  type ChatRecord,
  type FrozenAsset,
  objectKeys,
  parseChatChunkName,
  type Payload,
} from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { type ObjectInfo, type Storage } from '#libs/storage';
import { holesOf } from './dump-holes.js';
import { holesInWords } from './holes-in-words.js';

type Command = Payload<typeof chatDump>;
type Done = Payload<typeof chatDumped>;
type Store = Pick<Storage, 'list' | 'read' | 'put'>;
/**
 * `key`: the object to be written. `end`: when the operator ended it, ms since the Unix epoch. `onRead`: so many bytes
 * more, of {@link DumpedChat.bytesToRead}.
 */
interface Writing {
  readonly key: string;
  readonly end: number;
  readonly signal: AbortSignal;
  readonly onRead: (bytes: number) => void;
}
export interface WrittenDump {
  readonly sizeBytes: number;
  readonly messages: number;
  readonly warnings: string[];
}

const Mark = z.object({ at: z.number() });
/** As v0's dumper calls every one of its files. */
const TITLE = 'Chat Dump';

/** What the recorders of a dump have stored of it so far. */
export class DumpedChat {
  private readonly chunks: (StoredChunk & { readonly lastAt: number })[] = [];
  private records = 0;
  private heardAt: number | null = null;
  private endedAt: number | null = null;
  private done: Done | null = null;

  private constructor(
    private readonly storage: Store,
    private readonly command: Command,
  ) {}

  static async list(storage: Store, command: Command): Promise<DumpedChat> {
    const dumped = new DumpedChat(storage, command);
    for await (const object of storage.list(command.workPrefix)) {
      const name = parseChatChunkName(object.key);
      if (name)
        dumped.addChunk(
          { key: object.key, sizeBytes: object.sizeBytes, firstAt: name.firstAt, lastAt: name.lastAt },
          name.count,
        );
      else await dumped.addNote(object);
    }
    return dumped;
  }

  /** @returns when the operator ended it, ms since the Unix epoch; null: it goes on */
  static async endOf(storage: Store, { workPrefix }: Command): Promise<number | null> {
    const text = await storage.read(objectKeys.chatDumpEnd(workPrefix)).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'object-missing') return null;
      throw error;
    });
    return text && ChatDumpEnd.parse(jsonOf(text)).at;
  }

  /** Records, of which nearly all are messages. */
  get count(): number {
    return this.records;
  }
  /** Until when all that was heard is on storage, ms since the Unix epoch; null: nobody has heard anything yet. */
  get heardUntil(): number | null {
    return this.heardAt;
  }
  /** When the operator ended it, ms since the Unix epoch; null: it goes on. */
  get end(): number | null {
    return this.endedAt;
  }
  /** What a run that finished it told, or died before it told; the first of them. */
  get receipt(): Done | null {
    return this.done;
  }
  /** By {@link DumpedChat.write}, which reads everything twice. */
  get bytesToRead(): number {
    return 2 * this.chunks.reduce((sum, c) => sum + c.sizeBytes, 0);
  }

  /**
   * All that was heard as one chat file: each message once, in order, taken away or not; holes are named in it. Times
   * count from when the dump was asked for.
   */
  async write({ key, end, signal, onRead }: Writing): Promise<WrittenDump> {
    const { startedAt, streamer } = this.command;
    const stored = new StoredChunks(this.storage, this.chunks);
    await stored.scan(signal, onRead);
    const holes = holesOf(stored.gaps, { startedAt, heardUntil: this.heardAt, end, chunks: this.chunks });
    const until = Math.max(startedAt, Math.min(end, Math.max(this.heardAt ?? 0, ...holes.map((h) => h.until))));
    const counted = { messages: 0 };
    const text = writeTdChat({
      head: {
        vodUuid: '',
        streamer,
        title: TITLE,
        category: '',
        startedAt: new Date(startedAt).toISOString(),
        lengthMs: until - startedAt,
      },
      entries: this.entries(stored, counted, { key, end, signal, onRead }),
      gaps: holes.map((h) => ({ from: secondsOf(h.at - startedAt), to: secondsOf(h.until - startedAt) })),
      pictures: [],
      bytesOf: () => Promise.resolve(null),
      createdAt: new Date().toISOString(),
    });
    const { sizeBytes } = await this.storage.put(key, Readable.from(text, { objectMode: false }), {
      contentType: 'application/json',
      signal,
    });
    return {
      sizeBytes,
      messages: counted.messages,
      warnings: [
        ...holesInWords(holes, startedAt),
        ...(stored.bad > 0 ? [`${stored.bad} lines could not be read`] : []),
      ],
    };
  }

  private addChunk(chunk: StoredChunk & { readonly lastAt: number }, count: number): void {
    this.chunks.push(chunk);
    this.records += count;
    this.heardAt = Math.max(this.heardAt ?? 0, chunk.lastAt);
  }

  private async addNote({ key, modifiedAt }: ObjectInfo): Promise<void> {
    const isEnd = key === objectKeys.chatDumpEnd(this.command.workPrefix);
    if (!isEnd && !/\/(heard|receipt)\.json$/.test(key)) return;
    const said = jsonOf(await this.storage.read(key));
    // Recorders of before the end had a time put it after they had left the room.
    if (isEnd) this.endedAt = ChatDumpEnd.safeParse(said).data?.at ?? modifiedAt.getTime();
    else if (key.endsWith('/heard.json')) this.heardAt = Math.max(this.heardAt ?? 0, Mark.parse(said).at);
    else this.done ??= chatDumped.schema.safeParse(said).data ?? null;
  }

  private async *entries(
    stored: StoredChunks,
    counted: { messages: number },
    { end, signal, onRead }: Writing,
  ): AsyncGenerator<TdEntry> {
    const table = new AssetTable<FrozenAsset>();
    for await (const record of mergeChunks(stored.readable(signal, onRead))) {
      // By the site's clock and by ours: neither of the two may cost a message that was said before the end.
      if (record.at > end && record.seenAt > end) continue;
      const message = toChatMessage(record, {
        table,
        atMs: record.at - this.command.startedAt,
        deleted: this.deletionOf(record, stored),
      });
      if (!message) continue;
      counted.messages += message.author ? 1 : 0;
      yield { message, sentAt: record.at, tags: 'tags' in record ? untoldTags(record.tags) : {} };
    }
  }

  private deletionOf(record: ChatRecord, { moderation }: StoredChunks): TdEntry['message']['deleted'] {
    if (record.t !== 'message' && record.t !== 'notice') return null;
    const act = moderation.takenBy({ id: record.id, authorId: record.author.id, at: record.at });
    return act && { atMs: act.at - this.command.startedAt, by: act.by };
  }
}

const jsonOf = (text: Buffer): unknown => JSON.parse(text.toString('utf8'));
const secondsOf = (ms: number): number => Math.max(0, ms) / 1000;
