import { setTimeout as wait } from 'node:timers/promises';
import { localizedOf, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type Lent } from '#libs/media';
import { type Storage } from '#libs/storage';
import { contentTypeOf } from './content-type.js';
import { type MemoryBudget } from './memory-budget.js';
import { bytesOf, type Page } from './page.js';
import { type Spool, type SpoolFile } from './spool.js';

export interface QueueSettings {
  readonly storage: Pick<Storage, 'put'>;
  readonly spool: Spool;
  readonly memory: MemoryBudget;
  /** Before each object: learns of another holder of the lease. What was captured before that is stored all the same. */
  readonly checkLease: () => Promise<unknown>;
  readonly onFault: (fault: Message) => void;
  /** One object or note went wrong for good; the queue goes on with the next. */
  readonly onLoss: (error: unknown) => void;
}

/**
 * One object to store. `then` runs once it is stored, `lost` when its bytes are gone for good; the pages that they give
 * are stored next, before anything else. `needs`: what it cannot be played without, kept beside it in the spool; one
 * array for all objects that share it.
 */
export interface Write {
  readonly key: string;
  readonly body: Lent;
  readonly then?: () => readonly Page[];
  readonly lost?: () => readonly Page[];
  readonly needs?: readonly Page[];
}

type WriteEntry = { readonly kind: 'write'; readonly write: Write; spooled: SpoolFile | null };
type Entry =
  | WriteEntry
  | { readonly kind: 'note'; readonly run: () => readonly Page[] }
  | { readonly kind: 'page'; readonly page: Page };
type Put = 'stored' | 'given-up';

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;
const NOTHING: readonly Page[] = [];

/**
 * Stores the objects of one part strictly in order, for as long as it takes. While storage is away bodies stay in
 * memory up to the capture's budget, then go to the disk spool; what fits nowhere is refused, and becomes a gap. Given
 * up, it leaves everything in the spool for the next start of this recorder.
 */
export class WriteQueue {
  private readonly entries: Entry[] = [];
  private readonly stopped = new AbortController();
  private working: Promise<void> | null = null;
  private spooledBytes = 0;
  private away = false;
  private left = 0;

  private readonly companions: Companions;

  constructor(private readonly settings: QueueSettings) {
    this.companions = new Companions(settings.spool);
  }

  /** Bytes of this part that wait on the disk. */
  get spooled(): number {
    return this.spooledBytes;
  }
  /** True while storage refuses. */
  get isAway(): boolean {
    return this.away;
  }
  /** Segments that stay in the spool for the next start. */
  get leftBehind(): number {
    return this.left;
  }

  /** @returns false when there was no room; the body is released then */
  async add(write: Write): Promise<boolean> {
    const entry: WriteEntry = { kind: 'write', write, spooled: null };
    const size = write.body.bytes.length;
    if (!this.settings.memory.take(size)) {
      entry.spooled = await this.toSpool(write.key, write.body.bytes);
      write.body.release();
      if (!entry.spooled) return false;
      this.spooledBytes += size;
      await this.companions.keep(write.needs ?? NOTHING).catch((error: unknown) => {
        this.settings.onLoss(error);
      });
    }
    this.entries.push(entry);
    this.work();
    return true;
  }

  /** Something to be done in its place between the objects. */
  writePages(run: () => readonly Page[]): void {
    this.entries.push({ kind: 'note', run });
    this.work();
  }

  /** Resolves when everything is stored, or lies in the spool of a queue that was given up. Never rejects. */
  async settled(): Promise<void> {
    while (this.working) await this.working;
  }

  /** Stores nothing more: what is spooled stays there, what is in memory goes there as far as there is room. */
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
      const next = await this.handled(entry);
      this.entries.splice(0, 1, ...next);
    }
  }

  /** @returns what takes its place in the queue: the same again when the queue was given up meanwhile */
  private async handled(entry: Entry): Promise<readonly Entry[]> {
    try {
      if (entry.kind === 'note') return asEntries(entry.run());
      if (this.isGivenUp()) return await this.leave(entry);
      return await (entry.kind === 'page' ? this.storePage(entry) : this.store(entry));
    } catch (error) {
      this.settings.onLoss(error);
      if (entry.kind === 'write') await this.release(entry);
      return [];
    }
  }

  private async storePage(entry: Extract<Entry, { kind: 'page' }>): Promise<readonly Entry[]> {
    return (await this.put(entry.page.key, bytesOf(entry.page))) === 'stored' ? [] : [entry];
  }

  private async store(entry: WriteEntry): Promise<readonly Entry[]> {
    const { write, spooled } = entry;
    await this.settings.checkLease().catch(() => undefined);
    const bytes = spooled ? await this.readBack(spooled) : write.body.bytes;
    if (bytes && (await this.put(write.key, bytes)) === 'given-up') return [entry];
    const pages = (bytes ? write.then : write.lost)?.() ?? [];
    await this.release(entry);
    return asEntries(pages);
  }

  /** @returns null when the disk does not give it back */
  private async readBack(spooled: SpoolFile): Promise<Buffer | null> {
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

  /** Tries until it is stored. */
  private async put(key: string, bytes: Uint8Array): Promise<Put> {
    const { signal } = this.stopped;
    for (let pause = FIRST_WAIT_MS; !signal.aborted; pause = Math.min(LONGEST_WAIT_MS, pause * 2)) {
      try {
        await unlessAborted(this.settings.storage.put(key, bytes, { contentType: contentTypeOf(key), signal }), signal);
        this.away = false;
        return 'stored';
      } catch (error) {
        if (this.isGivenUp()) break;
        if (!this.away) this.settings.onFault(localizedOf(error));
        this.away = true;
        await wait(pause, undefined, { signal }).catch(() => undefined);
      }
    }
    return 'given-up';
  }

  private async leave(entry: Exclude<Entry, { kind: 'note' }>): Promise<readonly Entry[]> {
    if (entry.kind === 'page') await this.leaveBytes(entry.page.key, bytesOf(entry.page));
    else if (await this.leaveWrite(entry)) this.left += 1;
    return [];
  }

  private async leaveWrite({ write, spooled }: WriteEntry): Promise<boolean> {
    if (spooled) {
      this.spooledBytes -= spooled.sizeBytes;
      spooled.leave();
      this.companions.leave(write.needs ?? NOTHING);
      return true;
    }
    const isStored = await this.leaveBytes(write.key, write.body.bytes);
    // A put that was broken off may still read from the body: it is not given back to the pool.
    this.settings.memory.give(write.body.bytes.length);
    return isStored;
  }

  private async leaveBytes(key: string, bytes: Uint8Array): Promise<boolean> {
    const file = await this.toSpool(key, bytes);
    if (file) file.leave();
    else this.settings.onLoss(new OutsideError(message('error.spool-full', { key })));
    return file !== null;
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

  /** A file that cannot be removed is stored once more by the next start. */
  private async release(entry: WriteEntry): Promise<void> {
    if (entry.spooled) {
      this.spooledBytes -= entry.spooled.sizeBytes;
      const removals = [entry.spooled.remove(), this.companions.release(entry.write.needs ?? NOTHING)];
      entry.spooled = null;
      await Promise.allSettled(removals);
      return;
    }
    this.settings.memory.give(entry.write.body.bytes.length);
    entry.write.body.release();
  }
}

const asEntries = (pages: readonly Page[]): Entry[] => pages.map((page) => ({ kind: 'page', page }));

/** Does not wait for storage that answers neither its call nor the signal. */
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

interface Held {
  users: number;
  readonly files: SpoolFile[];
}

/**
 * Copies, beside spooled segments, of what nobody can play them without: their init section and the record of their
 * epoch. The originals still wait in memory then, and would be gone with a process that is killed. A copy goes when no
 * spooled segment needs it any more.
 */
class Companions {
  private readonly held = new Map<readonly Page[], Held>();

  constructor(private readonly spool: Spool) {}

  /**
   * A segment went to the spool.
   * @param needs one and the same array for all segments of an epoch
   * @throws what the disk throws
   */
  async keep(needs: readonly Page[]): Promise<void> {
    const known = this.held.get(needs);
    if (known) {
      known.users += 1;
      return;
    }
    const held: Held = { users: 1, files: [] };
    this.held.set(needs, held);
    for (const page of needs) held.files.push(await this.spool.write(page.key, bytesOf(page)));
  }

  /** A segment left the spool. */
  async release(needs: readonly Page[]): Promise<void> {
    const held = this.held.get(needs);
    if (!held) return;
    held.users -= 1;
    if (held.users > 0) return;
    this.held.delete(needs);
    await Promise.all(held.files.map((file) => file.remove()));
  }

  /** They stay for the next start, as the segments do. */
  leave(needs: readonly Page[]): void {
    const held = this.held.get(needs);
    this.held.delete(needs);
    for (const file of held?.files ?? []) file.leave();
  }
}
