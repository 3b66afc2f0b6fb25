import { chatChunkName, type ChatRecord } from '#libs/contracts';
import { message } from '#libs/messages';
import { type LogFields } from '#libs/service-kit';
import { MemoryBudget } from '../store/memory-budget.js';
import { WriteQueue } from '../store/write-queue.js';
import { type ChatLogPorts } from './chat-ports.js';
import { ChatBuffer, type Chunk } from './chat-buffer.js';
import { ChatWal, type WalPlace } from './chat-wal.js';

/** Memory for chunks that wait for storage; more chunks go to the spool. */
const MEMORY_BYTES = 4 * 1024 * 1024;
/** ms: interval of copies to the local disk. A kill loses at most this much. */
const SAVE_MS = 250;
/** Size limits of a chunk. Its age (`chatChunkMs`) is the chat delay for a viewer of a growing VOD. */
const CHUNK = { bytes: 1024 * 1024, records: 5000 };

/**
 * Stores one chat in chunks. Each record is on the local disk within 250 ms. Chunks wait for storage in memory, then in
 * the spool, like segments. If neither has room, a chunk is lost, and the next chunk records the gap.
 */
export class ChatLog {
  private readonly buffer: ChatBuffer;
  private readonly wal: ChatWal;
  private readonly queue: WriteQueue;
  private readonly timer: NodeJS.Timeout;
  private adding: Promise<void> = Promise.resolve();
  private unreportedLoss: Chunk['name'] | null = null;
  /**
   * Chunks that are not stored yet: number of the chunk to the start of its content, ms since the Unix epoch. A lost
   * chunk counts until the gap that records it is stored.
   */
  private readonly missing = new Map<number, number>();
  private readonly lostChunks: number[] = [];
  /** Folder of the chunk that is being filled. */
  private folder: string;

  /**
   * @param folderNow returns the key of the folder for chunks, ending in `/`; called for each chunk
   * @param about fields that identify the chat in the log
   */
  constructor(
    private readonly folderNow: () => string,
    private readonly about: LogFields,
    private readonly ports: ChatLogPorts,
  ) {
    const { spool, storage, log, times } = ports;
    this.buffer = new ChatBuffer({ ageMs: times.chatChunkMs, ...CHUNK });
    this.folder = folderNow();
    this.wal = new ChatWal(spool.dir, (error) => {
      log.failure('chat not copied to the local disk', error, about);
    });
    this.queue = new WriteQueue({
      storage,
      spool,
      memory: new MemoryBudget(MEMORY_BYTES),
      checkLease: () => Promise.resolve(),
      onFault: (message) => {
        log.warn('storage refused a chat chunk; it waits in the spool', { ...about, message });
      },
      onLoss: (error) => {
        log.failure('chat chunk lost', error, about);
      },
    });
    this.timer = setInterval(() => {
      this.tick();
    }, SAVE_MS);
  }

  /** Everything before this time is stored; null if everything is stored. ms since the Unix epoch, local clock. */
  get missingSince(): number | null {
    return this.missing.size === 0 ? null : Math.min(...this.missing.values());
  }

  add(record: ChatRecord): void {
    const since = record.t === 'gap' ? record.at : record.seenAt;
    this.missing.set(this.buffer.number, Math.min(this.missing.get(this.buffer.number) ?? Infinity, since));
    if (this.buffer.add(record, this.ports.now())) this.storeChunk();
  }

  /** Sends everything that storage has not accepted yet to the spool. */
  giveUp(): void {
    this.queue.giveUp();
  }

  /** Cuts the last chunk. Resolves when everything is stored, or is in the spool after `giveUp`. Never rejects. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    this.storeChunk();
    await this.adding;
    // The last chunk may have found room again and added the gap of lost chunks to the buffer.
    this.storeChunk();
    await this.adding;
    await this.queue.settled();
    await this.wal.settled();
  }

  private tick(): void {
    this.save();
    if (this.buffer.isDue(this.ports.now())) this.storeChunk();
  }

  private save(): void {
    const bytes = this.buffer.unsaved();
    if (bytes) this.wal.append(this.place(), bytes);
  }

  private place(): WalPlace {
    return { folder: this.folder, n: this.buffer.number };
  }

  private storeChunk(): void {
    this.save();
    const place = this.place();
    const chunk = this.buffer.cut();
    this.folder = this.folderNow();
    if (!chunk) return;
    this.adding = this.adding
      .then(() => this.store(place, chunk))
      .catch((error: unknown) => {
        this.ports.log.failure('chat chunk lost', error, this.about);
      });
  }

  private async store(place: WalPlace, { name, body }: Chunk): Promise<void> {
    const key = `${place.folder}${chatChunkName(name)}`;
    const removeFromWal = (): readonly [] => {
      this.wal.remove(place);
      this.missing.delete(place.n);
      return [];
    };
    if (
      await this.queue.add({
        key,
        body: { bytes: body, release: () => undefined },
        then: removeFromWal,
        lost: removeFromWal,
      })
    ) {
      this.reportLost();
      return;
    }
    this.lostChunks.push(place.n);
    this.wal.remove(place);
    this.unreportedLoss =
      this.unreportedLoss === null
        ? name
        : {
            ...name,
            firstAt: Math.min(this.unreportedLoss.firstAt, name.firstAt),
            lastAt: Math.max(this.unreportedLoss.lastAt, name.lastAt),
            count: this.unreportedLoss.count + name.count,
          };
    this.ports.log.warn('no space for chat: messages lost', { ...this.about, records: name.count });
  }

  /** There is room again: records the lost chunks as a gap. */
  private reportLost(): void {
    const { unreportedLoss: lost } = this;
    if (!lost) return;
    this.unreportedLoss = null;
    this.add({
      t: 'gap',
      at: lost.firstAt,
      seenAt: this.ports.wall(),
      until: lost.lastAt,
      reason: message('chat.gap.no-room', { n: lost.count }),
    });
    for (const n of this.lostChunks.splice(0)) this.missing.delete(n);
  }
}
