import { type ChatRecord, decodeChat } from '#libs/contracts';
import { Moderation } from '../moderation/moderation.js';
import { moderationAndGaps, type GapRecord } from './moderation-and-gaps.js';
import { type ReadableChunk } from './merge-chunks.js';

/** A chunk as a listing tells of it; `firstAt` is in its name. */
export interface StoredChunk {
  readonly key: string;
  readonly firstAt: number;
  readonly sizeBytes: number;
}

/** What is needed of a storage. */
export interface ChunkStorage {
  read(key: string, signal?: AbortSignal): Promise<Buffer>;
}

/** The chunks of one chat on storage, of all recorders that ever received it; one of them in memory at a time. */
export class StoredChunks {
  readonly moderation = new Moderation();
  /** `chunk`: key of the one that tells of it, and so who did. */
  readonly gaps: (GapRecord & { readonly chunk: string })[] = [];
  /** Lines that are no records. */
  bad = 0;

  constructor(
    private readonly storage: ChunkStorage,
    private readonly chunks: readonly StoredChunk[],
  ) {}

  get bytes(): number {
    return this.chunks.reduce((sum, c) => sum + c.sizeBytes, 0);
  }

  /** Reads everything once for what says something of other records: a message is taken away long after it was said. */
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
      this.bad += bad;
      onRead(sizeBytes);
      return records;
    };
    return this.chunks.map((chunk) => ({ firstAt: chunk.firstAt, read: () => read(chunk) }));
  }
}
