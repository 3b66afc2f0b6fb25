import { type ChatRecord, decodeChat } from '#libs/contracts';
import { Moderation } from '../moderation/moderation.js';
import { moderationAndGaps, type GapRecord } from './moderation-and-gaps.js';
import { type ReadableChunk } from './merge-chunks.js';

/** A chunk in a listing; `firstAt` is from its name. */
export interface StoredChunk {
  readonly key: string;
  readonly firstAt: number;
  readonly sizeBytes: number;
}

/** The storage methods that this module needs. */
export interface ChunkStorage {
  read(key: string, signal?: AbortSignal): Promise<Buffer>;
}

/** The stored chunks of one chat, from all of its recorders; only one of them is in memory at a time. */
export class StoredChunks {
  readonly moderation = new Moderation();
  /** `chunk`: key of the chunk that recorded the gap; it identifies the recorder. */
  readonly gaps: (GapRecord & { readonly chunk: string })[] = [];
  /** Number of invalid lines. */
  invalidLines = 0;

  constructor(
    private readonly storage: ChunkStorage,
    private readonly chunks: readonly StoredChunk[],
  ) {}

  get bytes(): number {
    return this.chunks.reduce((sum, c) => sum + c.sizeBytes, 0);
  }

  /** Reads all chunks once for moderation and gaps, because a message can be deleted long after it was sent. */
  async scan(signal: AbortSignal, onRead: (bytes: number) => void): Promise<void> {
    for (const { key, sizeBytes } of this.chunks) {
      for (const record of moderationAndGaps((await this.storage.read(key, signal)).toString('utf8'))) {
        if (record.t === 'gap') this.gaps.push({ ...record, chunk: key });
        else this.moderation.add(record);
      }
      onRead(sizeBytes);
    }
  }

  readable(signal: AbortSignal, onRead: (bytes: number) => void): ReadableChunk[] {
    const read = async ({ key, sizeBytes }: StoredChunk): Promise<readonly ChatRecord[]> => {
      const { records, bad } = decodeChat((await this.storage.read(key, signal)).toString('utf8'));
      this.invalidLines += bad;
      onRead(sizeBytes);
      return records;
    };
    return this.chunks.map((chunk) => ({ firstAt: chunk.firstAt, read: () => read(chunk) }));
  }
}
