import { actsAndGaps, type GapRecord, Moderation, type ReadableChunk } from '#libs/chat';
import { decodeChat, objectKeys, parseChatChunkName } from '#libs/contracts';
import { type Storage } from '#libs/storage';

/** A stored chunk of chat, by its name. */
export interface StoredChunk { readonly key: string; readonly firstAt: number; readonly lastAt: number }

/** Chunks kept as text for the next page; a page spans a few of them. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** How many are scanned at once. */
const AT_ONCE = 8;

/** What is stored of one VOD's chat: which chunks there are, and what every page needs of all of them. Reads only what came since the last look. */
export class ChatChunks {
  readonly moderation = new Moderation();
  readonly gaps: GapRecord[] = [];
  private readonly chunks: StoredChunk[] = [];
  private readonly newest = new Map<string, string>();
  private readonly texts = new Map<string, string>();
  private keptBytes = 0;

  constructor(private readonly storage: Storage, private readonly vodUuid: string) {}

  /** The latest site's time that a stored record has; null while there is none. */
  get lastAt(): number | null { return this.chunks.length === 0 ? null : this.chunks.reduce((last, c) => Math.max(last, c.lastAt), -Infinity); }

  async refresh(): Promise<void> {
    const fresh: StoredChunk[] = [];
    for await (const name of this.storage.names(objectKeys.parts(this.vodUuid))) await this.listPart(name.replace(/\/$/, ''), fresh);
    for (let i = 0; i < fresh.length; i += AT_ONCE) await Promise.all(fresh.slice(i, i + AT_ONCE).map((chunk) => this.scan(chunk)));
    this.chunks.push(...fresh);
  }

  /** Those that may hold a moment of this stretch of the site's time. */
  between(from: number, to: number): ReadableChunk[] {
    return this.chunks.filter((c) => c.lastAt >= from && c.firstAt <= to).map((c) => ({ firstAt: c.firstAt, read: async () => decodeChat(await this.text(c.key)).records }));
  }

  private async listPart(partId: string, fresh: StoredChunk[]): Promise<void> {
    const after = this.newest.get(partId);
    for await (const { key } of this.storage.list(objectKeys.chat(this.vodUuid, partId), after === undefined ? {} : { startAfter: after })) {
      const name = parseChatChunkName(key);
      if (name) fresh.push({ key, firstAt: name.firstAt, lastAt: name.lastAt });
      this.newest.set(partId, key);
    }
  }

  private async scan({ key }: StoredChunk): Promise<void> {
    for (const record of actsAndGaps(await this.text(key))) {
      if (record.t === 'gap') this.gaps.push(record);
      else this.moderation.add(record);
    }
  }

  private async text(key: string): Promise<string> {
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const text = (await this.storage.read(key)).toString('utf8');
    this.texts.set(key, text);
    this.keptBytes += text.length;
    for (const [old, dropped] of this.texts) {
      if (this.keptBytes <= KEPT_BYTES) break;
      this.texts.delete(old);
      this.keptBytes -= dropped.length;
    }
    return text;
  }
}
