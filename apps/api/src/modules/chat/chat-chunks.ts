import { moderationAndGaps, type GapRecord, Moderation, type ReadableChunk } from '#libs/chat';
import { decodeChat, objectKeys, parseChatChunkName } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { partIdsOf } from '../../vods/part-reader.js';
import { type ChatSource } from './recorded-chat.js';

/** A stored chunk of chat, by its name. */
interface StoredChunk {
  readonly key: string;
  readonly partId: string;
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * Chunks kept as text for the next page, of one chat (and a server keeps some dozens of chats); a page spans a few of
 * them.
 */
const MAX_CHARS = 4 * 1024 * 1024;
/** How many are scanned at once. */
const AT_ONCE = 8;

/**
 * What is stored of one VOD's chat: which chunks there are, and what every page needs of all of them. Reads only what
 * came since the last check.
 */
export class ChatChunks implements ChatSource {
  readonly moderation = new Moderation();
  readonly gaps: GapRecord[] = [];
  private readonly chunks: StoredChunk[] = [];
  private readonly newest = new Map<string, string>();
  private readonly texts = new Map<string, string>();
  private cachedChars = 0;

  /** @param only the one part that counts, where pieces of others may lie beside it */
  constructor(
    private readonly storage: Storage,
    private readonly vodUuid: string,
    private readonly only?: string,
  ) {}

  get lastAt(): number | null {
    return this.chunks.length === 0 ? null : this.chunks.reduce((last, c) => Math.max(last, c.lastAt), -Infinity);
  }

  /** What could not be read is looked for again by the next call. */
  async refresh(): Promise<void> {
    const fresh: StoredChunk[] = [];
    const partIds = this.only === undefined ? await partIdsOf(this.storage, this.vodUuid) : [this.only];
    for (const partId of partIds) await this.listPart(partId, fresh);
    for (let i = 0; i < fresh.length; i += AT_ONCE) {
      const some = fresh.slice(i, i + AT_ONCE);
      const texts = await Promise.all(some.map(({ key }) => this.text(key)));
      for (const [n, chunk] of some.entries()) this.take(chunk, texts[n] ?? '');
    }
  }

  between(from: number, to: number): ReadableChunk[] {
    return this.chunks
      .filter((c) => c.lastAt >= from && c.firstAt <= to)
      .map((c) => ({ firstAt: c.firstAt, read: async () => decodeChat(await this.text(c.key)).records }));
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

  private take(chunk: StoredChunk, text: string): void {
    for (const record of moderationAndGaps(text)) {
      if (record.t === 'gap') this.gaps.push(record);
      else this.moderation.add(record);
    }
    this.chunks.push(chunk);
    this.newest.set(chunk.partId, chunk.key);
  }

  private async text(key: string): Promise<string> {
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const text = (await this.storage.read(key)).toString('utf8');
    // Whoever read it at the same time has put it there, and it counts once.
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
