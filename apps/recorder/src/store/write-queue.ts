import { setTimeout as wait } from 'node:timers/promises';
import { localizedOf, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type Lent } from '#libs/media';
import { type Storage } from '#libs/storage';
import { contentTypeOf } from './content-type.js';
import { type MemoryBudget } from './memory-budget.js';
import { bytesOf, type SmallObject } from './small-object.js';
import { type Spool, type SpoolFile } from './spool.js';

export interface QueueSettings {
  readonly storage: Pick<Storage, 'put'>;
  readonly spool: Spool;
  readonly memory: MemoryBudget;
  /**
   * Called before each object; detects another holder of the lease. Everything captured before that is still stored.
   */
  readonly checkLease: () => Promise<unknown>;
  readonly onFault: (fault: Message) => void;
  /** Called when storage accepts an object again. */
  readonly onRecovered?: () => void;
  /** Called when an object or a queued callback fails for good; the queue continues with the next entry. */
  readonly onLoss: (error: unknown) => void;
  /** ms: a put without an answer for this time counts as refused. Default: 5 s. */
  readonly silentMs?: number;
}

/**
 * One object to store. `then` runs once it is stored, `lost` if its bytes are lost for good. The pages that they return
 * are stored next, before anything else. `needs`: objects that players need for it, stored next to it in the spool; use
 * one array for all objects that share it.
 */
export interface Write {
  readonly key: string;
  readonly body: Lent;
  readonly then?: () => readonly SmallObject[];
  readonly lost?: () => readonly SmallObject[];
  readonly needs?: readonly SmallObject[];
}

interface WriteEntry {
  readonly kind: 'write';
  readonly write: Write;
  /** Its body is in memory and counts towards the budget. */
  inMemory: boolean;
  /** Its file in the spool; null if it has none. */
  spooled: SpoolFile | null;
  /** It is stored, left in the spool, or lost. */
  isDone: boolean;
}
type Entry =
  | WriteEntry
  | { readonly kind: 'callback'; readonly run: () => readonly SmallObject[] }
  | { readonly kind: 'page'; readonly page: SmallObject };
type PutResult = 'stored' | 'given-up';

const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5000;
/** Storage counts as unavailable after this many refusals in a row, or after this many ms without an answer. */
const MAX_REFUSALS = 2;
const SILENT_MS = 5000;
const NO_OBJECTS: readonly SmallObject[] = [];

/**
 * Stores the objects of one part strictly in order, without a time limit. While storage is unavailable, all bodies are
 * in the disk spool, because a killed process loses its memory; if the spool has no room, they stay in memory up to the
 * capture's budget. If storage is only slow, bodies wait in memory first. If neither has room, the queue refuses the
 * body, and the caller records a gap. After `giveUp`, it leaves everything in the spool for the next start of this
 * recorder.
 */
export class WriteQueue {
  private readonly entries: Entry[] = [];
  private readonly stopped = new AbortController();
  private working: Promise<void> | null = null;
  private readonly companions: Companions;
  private spooledBytes = 0;
  private refusals = 0;
  /** The fault of the current outage is reported. */
  private isReported = false;
  private away = false;
  private spooling: Promise<void> | null = null;
  private left = 0;

  constructor(private readonly settings: QueueSettings) {
    this.companions = new Companions(settings.spool);
  }

  /** Bytes of this part that wait in the spool. */
  get spooled(): number {
    return this.spooledBytes;
  }
  /** True while storage is unavailable: bodies go to the spool. */
  get isAway(): boolean {
    return this.away;
  }
  /** Number of segments that stay in the spool for the next start. */
  get leftBehind(): number {
    return this.left;
  }

  /** @returns false if there is no room; the body is then released */
  async add(write: Write): Promise<boolean> {
    const entry: WriteEntry = { kind: 'write', write, inMemory: false, spooled: null, isDone: false };
    const hasRoom = this.away
      ? (await this.spool(entry)) || this.reserve(entry)
      : this.reserve(entry) || (await this.spool(entry));
    if (!entry.inMemory) write.body.release();
    if (!hasRoom) return false;
    this.entries.push(entry);
    this.work();
    return true;
  }

  /** Queues a callback that runs in its place between the objects; its pages are stored next. */
  writePages(run: () => readonly SmallObject[]): void {
    this.entries.push({ kind: 'callback', run });
    this.work();
  }

  /** Resolves when everything is stored, or is in the spool after `giveUp`. Never rejects. */
  async settled(): Promise<void> {
    while (this.working) await this.working;
  }

  /** Stops storing. Spooled bodies stay in the spool; bodies in memory go there if there is room. */
  giveUp(): void {
    this.stopped.abort();
  }

  private work(): void {
    this.working ??= this.run().finally(() => {
      this.working = null;
      if (this.entries.length > 0) this.work();
    });
  }

  private async run(): Promise<void> {
    for (let entry = this.entries[0]; entry; entry = this.entries[0]) {
      const next = await this.storeEntry(entry);
      this.entries.splice(0, 1, ...next);
    }
  }

  /** @returns the entries that replace this one; the same entry if the queue was given up meanwhile */
  private async storeEntry(entry: Entry): Promise<readonly Entry[]> {
    try {
      if (entry.kind === 'callback') return asEntries(entry.run());
      if (this.isGivenUp()) return await this.leave(entry);
      return await (entry.kind === 'page' ? this.storeSmallObject(entry) : this.store(entry));
    } catch (error) {
      this.settings.onLoss(error);
      if (entry.kind === 'write') await this.release(entry);
      return [];
    }
  }

  private async storeSmallObject(entry: Extract<Entry, { kind: 'page' }>): Promise<readonly Entry[]> {
    return (await this.put(entry.page.key, bytesOf(entry.page))) === 'stored' ? [] : [entry];
  }

  private async store(entry: WriteEntry): Promise<readonly Entry[]> {
    const { write } = entry;
    await this.settings.checkLease().catch(() => undefined);
    const bytes = await this.read(entry);
    if (bytes && (await this.put(write.key, bytes)) === 'given-up') return [entry];
    const pages = (bytes ? write.then : write.lost)?.() ?? [];
    await this.release(entry);
    return asEntries(pages);
  }

  /** @returns null if the file in the spool cannot be read */
  private async read({ write, spooled, inMemory }: WriteEntry): Promise<Uint8Array | null> {
    if (inMemory || !spooled) return write.body.bytes;
    try {
      return await spooled.read();
    } catch (error) {
      this.settings.onLoss(error);
      return null;
    }
  }

  private isGivenUp(): boolean {
    return this.stopped.signal.aborted;
  }

  /** Retries until the object is stored or the queue is given up. */
  private async put(key: string, bytes: Uint8Array): Promise<PutResult> {
    const { signal } = this.stopped;
    const { storage, silentMs = SILENT_MS } = this.settings;
    for (let pause = FIRST_RETRY_MS; !signal.aborted; pause = Math.min(MAX_RETRY_MS, pause * 2)) {
      const silence = setTimeout(() => {
        this.report(message('error.storage-away.silent'));
        void this.spoolAll();
      }, silentMs);
      try {
        await unlessAborted(storage.put(key, bytes, { contentType: contentTypeOf(key), signal }), signal);
        if (this.isReported) this.settings.onRecovered?.();
        [this.refusals, this.isReported, this.away] = [0, false, false];
        return 'stored';
      } catch (error) {
        if (this.isGivenUp()) break;
        await this.refused(error);
        await wait(pause, undefined, { signal }).catch(() => undefined);
      } finally {
        clearTimeout(silence);
      }
    }
    return 'given-up';
  }

  private async refused(error: unknown): Promise<void> {
    this.refusals += 1;
    this.report(localizedOf(error));
    if (this.refusals >= MAX_REFUSALS) await this.spoolAll();
  }

  /** Reports the first fault of an outage. */
  private report(fault: Message): void {
    if (!this.isReported) this.settings.onFault(fault);
    this.isReported = true;
  }

  /**
   * Marks storage as unavailable and moves all bodies to the spool, until storage accepts one or the spool is full. Never
   * rejects.
   */
  private async spoolAll(): Promise<void> {
    this.away = true;
    this.spooling ??= this.moveToSpool().finally(() => {
      this.spooling = null;
    });
    await this.spooling;
  }

  /** The first body is only copied, because its put may still read from memory. */
  private async moveToSpool(): Promise<void> {
    for (const entry of this.entries) {
      if (entry.kind !== 'write' || entry.spooled) continue;
      if (!this.away || !(await this.spool(entry))) return;
      if (this.entries[0] !== entry) this.freeMemory(entry);
    }
  }

  private async leave(entry: Exclude<Entry, { kind: 'callback' }>): Promise<readonly Entry[]> {
    if (entry.kind === 'page') await this.leaveBytes(entry.page.key, bytesOf(entry.page));
    else if (await this.leaveWrite(entry)) this.left += 1;
    return [];
  }

  private async leaveWrite(entry: WriteEntry): Promise<boolean> {
    const { write, spooled, inMemory } = entry;
    entry.isDone = true;
    // An aborted put may still read from the body, so the body does not return to the pool. A move to the spool may still
    // write the body, and must not free its memory again.
    entry.inMemory = false;
    if (inMemory) this.settings.memory.release(write.body.bytes.length);
    if (!spooled) return this.leaveBytes(write.key, write.body.bytes);
    this.spooledBytes -= spooled.sizeBytes;
    spooled.leave();
    await this.companions.leave(write.needs ?? NO_OBJECTS);
    return true;
  }

  private async leaveBytes(key: string, bytes: Uint8Array): Promise<boolean> {
    const file = await this.toSpool(key, bytes);
    if (file) file.leave();
    else this.settings.onLoss(new OutsideError(message('error.spool-full', { key })));
    return file !== null;
  }

  private reserve(entry: WriteEntry): boolean {
    entry.inMemory = this.settings.memory.reserve(entry.write.body.bytes.length);
    return entry.inMemory;
  }

  private freeMemory(entry: WriteEntry): void {
    if (!entry.inMemory) return;
    entry.inMemory = false;
    this.settings.memory.release(entry.write.body.bytes.length);
    entry.write.body.release();
  }

  /** @returns false if the spool has no room */
  private async spool(entry: WriteEntry): Promise<boolean> {
    const { key, body, needs = NO_OBJECTS } = entry.write;
    const file = await this.toSpool(key, body.bytes);
    if (!file) return false;
    if (entry.isDone) {
      await file.remove().catch(() => undefined);
      return true;
    }
    entry.spooled = file;
    this.spooledBytes += file.sizeBytes;
    await this.companions.spoolCopies(needs).catch((error: unknown) => {
      this.settings.onLoss(error);
    });
    return true;
  }

  private async toSpool(key: string, bytes: Uint8Array): Promise<SpoolFile | null> {
    const { spool, onFault } = this.settings;
    if (!spool.hasRoomFor(bytes.length)) return null;
    try {
      return await spool.write(key, bytes);
    } catch (error) {
      onFault(message('capture.spool-unwritable', { why: localizedOf(error) }));
      return null;
    }
  }

  /** Frees the memory and the file of an entry. A file that cannot be deleted is stored once more at the next start. */
  private async release(entry: WriteEntry): Promise<void> {
    entry.isDone = true;
    this.freeMemory(entry);
    if (!entry.spooled) return;
    this.spooledBytes -= entry.spooled.sizeBytes;
    const removals = [entry.spooled.remove(), this.companions.release(entry.write.needs ?? NO_OBJECTS)];
    entry.spooled = null;
    await Promise.allSettled(removals);
  }
}

const asEntries = (pages: readonly SmallObject[]): Entry[] => pages.map((page) => ({ kind: 'page', page }));

/** Rejects on abort, because storage may answer neither the call nor the signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

interface CopiedObjects {
  /** Number of segments in the spool that need them. */
  users: number;
  /** Resolves to the files of all copies; rejects with errors of the disk. */
  readonly files: Promise<readonly SpoolFile[]>;
}

/**
 * Copies of objects that players need for spooled segments: the init section and the record of the epoch. The originals
 * still wait in memory at that time and would be lost if the process is killed. A copy is deleted when no spooled
 * segment needs it any more.
 */
class Companions {
  private readonly copies = new Map<readonly SmallObject[], CopiedObjects>();

  constructor(private readonly spool: Spool) {}

  /**
   * Call when a segment goes to the spool.
   * @param needs the same array for all segments of an epoch
   * @throws errors of the disk
   */
  async spoolCopies(needs: readonly SmallObject[]): Promise<void> {
    const copied = this.copies.get(needs) ?? { users: 0, files: this.write(needs) };
    this.copies.set(needs, copied);
    copied.users += 1;
    await copied.files;
  }

  /** Call when a segment is deleted from the spool. */
  async release(needs: readonly SmallObject[]): Promise<void> {
    const copied = this.copies.get(needs);
    if (!copied) return;
    copied.users -= 1;
    if (copied.users > 0) return;
    this.copies.delete(needs);
    await Promise.all((await filesOf(copied)).map((file) => file.remove()));
  }

  /** Call when a segment stays in the spool for the next start; the copies stay as well. */
  async leave(needs: readonly SmallObject[]): Promise<void> {
    const copied = this.copies.get(needs);
    this.copies.delete(needs);
    for (const file of copied ? await filesOf(copied) : []) file.leave();
  }

  private async write(needs: readonly SmallObject[]): Promise<SpoolFile[]> {
    const files: SpoolFile[] = [];
    for (const page of needs) files.push(await this.spool.write(page.key, bytesOf(page)));
    return files;
  }
}

const filesOf = ({ files }: CopiedObjects): Promise<readonly SpoolFile[]> => files.catch(() => []);
