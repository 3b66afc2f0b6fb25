import { Readable } from 'node:stream';
import { z } from 'zod';
import { AssetTable, mergeChunks, type StoredChunk, StoredChunks, type TdEntry, toChatMessage, untoldTags, writeTdChat } from '#libs/chat';
import { type ChatRecord, type chatDump, type FrozenAsset, parseChatChunkName, type Payload } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { holesInWords } from './holes-in-words.js';

type Command = Payload<typeof chatDump>;
type Store = Pick<Storage, 'list' | 'read' | 'put'>;
interface Writing { readonly signal: AbortSignal; readonly onRead: () => void }
export interface WrittenDump { readonly sizeBytes: number; readonly messages: number; readonly warnings: string[] }

const Mark = z.object({ at: z.number() });
/** As v0's dumper calls every one of its files. */
const TITLE = 'Chat Dump';

/** What the recorders of a dump have stored of its chat so far. */
export class DumpedChat {
  private readonly chunks: StoredChunk[] = [];
  private records = 0;
  private heardAt: number | null = null;

  private constructor(private readonly storage: Store, private readonly command: Command) {}

  static async list(storage: Store, command: Command): Promise<DumpedChat> {
    const dumped = new DumpedChat(storage, command);
    for await (const { key, sizeBytes } of storage.list(command.workPrefix)) {
      const name = parseChatChunkName(key);
      if (name) dumped.addChunk({ key, sizeBytes, firstAt: name.firstAt }, name);
      else if (key.endsWith('/heard.json')) dumped.heardAt = Math.max(dumped.heardAt ?? 0, Mark.parse(JSON.parse((await storage.read(key)).toString('utf8'))).at);
    }
    return dumped;
  }

  get isEmpty(): boolean { return this.chunks.length === 0 && this.heardAt === null; }
  /** Records, of which nearly all are messages. */
  get count(): number { return this.records; }
  /** ms since the Unix epoch; null: nobody has heard anything yet. */
  get heardUntil(): number | null { return this.heardAt; }

  /** All that was heard as one chat file: each message once, in order, taken away or not; holes are named in it. Times count from when the dump was asked for. */
  async write({ signal, onRead }: Writing): Promise<WrittenDump> {
    const { startedAt, streamer, outKey } = this.command;
    const stored = new StoredChunks(this.storage, this.chunks);
    await stored.scan(signal, onRead);
    const gaps = stored.gaps.toSorted((a, b) => a.at - b.at);
    const until = Math.max(startedAt, this.heardAt ?? 0, ...gaps.map((g) => g.until));
    const counted = { messages: 0 };
    const text = writeTdChat({
      head: { vodUuid: '', streamer, title: TITLE, category: '', startedAt: new Date(startedAt).toISOString(), lengthMs: until - startedAt }, entries: this.entries(stored, counted, { signal, onRead }),
      gaps: gaps.map((g) => ({ from: secondsOf(g.at - startedAt), to: secondsOf(g.until - startedAt) })), pictures: [], bytesOf: () => Promise.resolve(null), createdAt: new Date().toISOString(),
    });
    const { sizeBytes } = await this.storage.put(outKey, Readable.from(text, { objectMode: false }), { contentType: 'application/json', signal });
    return { sizeBytes, messages: counted.messages, warnings: [...holesInWords(gaps, startedAt), ...(stored.bad > 0 ? [`${stored.bad} lines could not be read`] : [])] };
  }

  private addChunk(chunk: StoredChunk, { lastAt, count }: { readonly lastAt: number; readonly count: number }): void {
    this.chunks.push(chunk);
    this.records += count;
    this.heardAt = Math.max(this.heardAt ?? 0, lastAt);
  }

  private async* entries(stored: StoredChunks, counted: { messages: number }, { signal, onRead }: Writing): AsyncGenerator<TdEntry> {
    const table = new AssetTable<FrozenAsset>();
    for await (const record of mergeChunks(stored.readable(signal, onRead))) {
      const message = toChatMessage(record, { table, atMs: record.at - this.command.startedAt, deleted: this.deletionOf(record, stored) });
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

const secondsOf = (ms: number): number => Math.max(0, ms) / 1000;
