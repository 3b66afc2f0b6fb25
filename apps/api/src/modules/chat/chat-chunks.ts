import { moderationAndGaps, type GapRecord, Moderation, type ReadableChunk } from '#libs/chat';
import { decodeChat, objectKeys, parseChatChunkName } from '#libs/contracts';
import { yieldTurn } from '#libs/input';
import { type Storage } from '#libs/storage';
import { partIdsOf } from '../../vods/part-reader.js';
import { type ChatChunkSource } from './recorded-chat.js';

/** A stored chat chunk, parsed from its object name. */
interface StoredChunk {
  readonly key: string;
  readonly partId: string;
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * Maximum size of the text cache of one chat, in characters. A page spans a few chunks; a server caches up to 32 chats.
 */
const MAX_CHARS = 4 * 1024 * 1024;
/** Number of chunks that are read at once. */
const CONCURRENT_READS = 8;

/**
 * The stored chat of one VOD: the list of its chunks, and the moderation and gap records that every page needs. A
 * refresh reads only chunks that are new since the last one.
 */
export class ChatChunks implements ChatChunkSource {
  readonly moderation = new Moderation();
  readonly gaps: GapRecord[] = [];
  private readonly chunks: StoredChunk[] = [];
  private readonly newest = new Map<string, string>();
  private readonly texts = new Map<string, string>();
  private cachedChars = 0;

  /** @param importedPartId imported part, if any: chunks of other parts may be stored next to it and do not count */
  constructor(
    private readonly storage: Storage,
    private readonly vodUuid: string,
    private readonly importedPartId?: string,
  ) {}

  get lastAt(): number | null {
    return this.chunks.length === 0 ? null : this.chunks.reduce((last, c) => Math.max(last, c.lastAt), -Infinity);
  }

  /** Finds new chunks. A chunk that cannot be read is tried again by the next call. */
  async refresh(): Promise<void> {
    const fresh: StoredChunk[] = [];
    const partIds =
      this.importedPartId === undefined ? await partIdsOf(this.storage, this.vodUuid) : [this.importedPartId];
    for (const partId of partIds) await this.listPart(partId, fresh);
    for (let i = 0; i < fresh.length; i += CONCURRENT_READS) {
      const some = fresh.slice(i, i + CONCURRENT_READS);
      const texts = await Promise.all(some.map(({ key }) => this.readText(key)));
      for (const [n, chunk] of some.entries()) {
        await yieldTurn();
        this.add(chunk, texts[n] ?? '');
      }
    }
  }

  between(from: number, to: number): ReadableChunk[] {
    return this.chunks
      .filter((c) => c.lastAt >= from && c.firstAt <= to)
      .map((c) => ({ firstAt: c.firstAt, read: async () => decodeChat(await this.readText(c.key)).records }));
  }

  private async listPart(partId: string, fresh: StoredChunk[]): Promise<void> {
    const after = this.newest.get(partId);
    for await (const { key } of this.storage.list(
      objectKeys.chat(this.vodUuid, partId),
      after === undefined ? {} : { startAfter: after },
    )) {
      const name = parseChatChunkName(key);
      if (name) fresh.push({ key, partId, firstAt: name.firstAt, lastAt: name.lastAt });
    }
  }

  private add(chunk: StoredChunk, text: string): void {
    for (const record of moderationAndGaps(text)) {
      if (record.t === 'gap') this.gaps.push(record);
      else this.moderation.add(record);
    }
    this.chunks.push(chunk);
    this.newest.set(chunk.partId, chunk.key);
  }

  private async readText(key: string): Promise<string> {
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const text = (await this.storage.read(key)).toString('utf8');
    // A parallel call may have cached the text already; its size counts once.
    if (this.texts.has(key)) return text;
    this.texts.set(key, text);
    this.cachedChars += text.length;
    for (const [old, dropped] of this.texts) {
      if (this.cachedChars <= MAX_CHARS) break;
      this.texts.delete(old);
      this.cachedChars -= dropped.length;
    }
    return text;
  }
}
