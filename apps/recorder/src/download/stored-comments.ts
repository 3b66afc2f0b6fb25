import { ChatRecord } from '#libs/contracts';
import { type CommentPlace, type PastComment } from '#libs/providers';
import { type Storage } from '#libs/storage';
import { z } from 'zod';

/**
 * First line of a chunk: `next` is where the next chunk starts (null: this is the last one), `missing` is chat that
 * could not be read.
 */
const Head = z.object({
  next: z.unknown().nullable(),
  missing: z.array(z.object({ fromMs: z.number(), toMs: z.number() })),
});
const Line = z.object({ offsetMs: z.number(), record: ChatRecord });

interface Chunk {
  readonly key: string;
  readonly next: CommentPlace | null;
  readonly ids: readonly string[];
  readonly lastMs: number;
  readonly missing: readonly { readonly fromMs: number; readonly toMs: number }[];
}
export interface NewChunk {
  readonly comments: readonly PastComment[];
  readonly next: CommentPlace | null;
  readonly missing: Chunk['missing'];
}

/** Comments repeat at page boundaries. The newest ids, up to this number, are remembered to drop repeats. */
const KNOWN_IDS = 10_000;

/**
 * The comments of a video that are already fetched, in chunks of a few thousand. A recorder that crashes loses only the
 * comments after the last chunk.
 */
export class StoredComments {
  private readonly chunks: Chunk[] = [];
  private readonly known = new Set<string>();
  private total = 0;

  private constructor(
    private readonly storage: Pick<Storage, 'put' | 'read'>,
    private readonly prefix: string,
  ) {}

  /** @param prefix folder for these chunks only, ending in `/` */
  static async open(storage: Pick<Storage, 'put' | 'read' | 'list'>, prefix: string): Promise<StoredComments> {
    const stored = new StoredComments(storage, prefix);
    for await (const { key } of storage.list(prefix)) {
      if (!key.endsWith('.ndjson')) continue;
      const { head, comments } = readChunk((await storage.read(key)).toString('utf8'));
      stored.record({ key, ...head, ids: comments.map((c) => c.record.id), lastMs: comments.at(-1)?.offsetMs ?? 0 });
    }
    return stored;
  }

  get count(): number {
    return this.total;
  }
  get missing(): Chunk['missing'] {
    return this.chunks.flatMap((c) => c.missing);
  }
  /** True if the chat is complete. */
  get isWhole(): boolean {
    return this.chunks.at(-1)?.next === null;
  }
  /** Where to continue; null: at the beginning. */
  get next(): CommentPlace | null {
    return this.chunks.at(-1)?.next ?? null;
  }
  /** ms into the video. */
  get reachedMs(): number {
    return Math.max(0, ...this.chunks.map((c) => c.lastMs));
  }

  /** Returns the comments that are not stored yet, without duplicates. */
  fresh(comments: readonly PastComment[]): readonly PastComment[] {
    const seen = new Set<string>();
    return comments.filter(({ record: { id } }) => {
      const isNew = !this.known.has(id) && !seen.has(id);
      seen.add(id);
      return isNew;
    });
  }

  async add({ comments, next, missing }: NewChunk, signal: AbortSignal): Promise<void> {
    const key = `${this.prefix}${String(this.chunks.length).padStart(6, '0')}.ndjson`;
    const head = { next, missing: [...missing] };
    const lines = [head, ...comments.map(({ offsetMs, record }) => ({ offsetMs, record }))].map((line) =>
      JSON.stringify(line),
    );
    await this.storage.put(key, Buffer.from(`${lines.join('\n')}\n`), { contentType: 'application/x-ndjson', signal });
    this.record({
      key,
      ...head,
      ids: comments.map((c) => c.record.id),
      lastMs: comments.at(-1)?.offsetMs ?? this.reachedMs,
    });
  }

  /** All comments in order, with one chunk in memory at a time. */
  async *all(): AsyncGenerator<PastComment> {
    for (const { key } of this.chunks) yield* readChunk((await this.storage.read(key)).toString('utf8')).comments;
  }

  private record(chunk: Chunk): void {
    this.chunks.push({ ...chunk, ids: [] });
    this.total += chunk.ids.length;
    for (const id of chunk.ids) this.known.add(id);
    for (const old of this.known) {
      if (this.known.size <= KNOWN_IDS) break;
      this.known.delete(old);
    }
  }
}

function readChunk(text: string): {
  readonly head: Pick<Chunk, 'next' | 'missing'>;
  readonly comments: readonly PastComment[];
} {
  const [first = '{}', ...lines] = text.trimEnd().split('\n');
  const head = Head.parse(JSON.parse(first));
  const comments = lines.map((line) => Line.parse(JSON.parse(line)) as PastComment);
  return { head: { ...head, next: head.next as CommentPlace | null }, comments };
}
