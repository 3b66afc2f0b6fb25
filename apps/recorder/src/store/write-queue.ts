import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '#libs/errors';
import { type Lent } from '#libs/media';
import { type Storage } from '#libs/storage';
import { type MemoryBudget } from './memory-budget.js';
import { type Spool, type SpoolFile } from './spool.js';

export interface QueueSettings {
  readonly storage: Pick<Storage, 'put'>;
  readonly spool: Spool;
  readonly memory: MemoryBudget;
  /** Asked before each put; false: somebody else writes this recording now. */
  readonly mayWrite: () => Promise<boolean>;
  readonly onTrouble: (message: string) => void;
}

/** One object to store. `then` runs once it is stored; the pages that it gives are stored next, before anything else. */
export interface Write { readonly key: string; readonly body: Lent; readonly contentType: string; readonly then?: () => readonly Page[] }
export interface Page { readonly key: string; readonly text: string }

type Entry = { readonly kind: 'write'; readonly write: Write; spooled: SpoolFile | null } | { readonly kind: 'note'; readonly run: () => readonly Page[] };

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;

/**
 * Stores the objects of one part strictly in order, for as long as it takes. While storage is away bodies stay in memory up to the capture's
 * budget, then go to the disk spool; what fits nowhere is refused, and becomes a gap.
 */
export class WriteQueue {
  private readonly entries: Entry[] = [];
  private readonly stopped = new AbortController();
  private working: Promise<void> | null = null;
  private spooledBytes = 0;
  private away = false;

  constructor(private readonly settings: QueueSettings) {}

  /** Bytes of this part that wait on the disk. */
  get spooled(): number { return this.spooledBytes; }
  /** True while storage refuses. */
  get isAway(): boolean { return this.away; }

  /** @returns false when there was no room; the body is released then */
  async add(write: Write): Promise<boolean> {
    const entry: Entry = { kind: 'write', write, spooled: null };
    const size = write.body.bytes.length;
    if (!this.settings.memory.take(size)) {
      entry.spooled = await this.toSpool(write);
      write.body.release();
      if (!entry.spooled) return false;
      this.spooledBytes += size;
    }
    this.entries.push(entry);
    this.work();
    return true;
  }

  /** Something to be done in its place between the objects. */
  note(run: () => readonly Page[]): void {
    this.entries.push({ kind: 'note', run });
    this.work();
  }

  /** Resolves when everything is stored, or the queue was given up. */
  async settled(): Promise<void> { while (this.working) await this.working; }

  /** Drops the bodies that are not stored; notes and their pages still go through. */
  dropBodies(): void {
    const rest = this.entries.splice(this.working ? 1 : 0);
    for (const entry of rest) {
      if (entry.kind === 'note') this.entries.push(entry);
      else this.letGo(entry);
    }
  }

  /** Stores nothing more at all. The body that is on its way is let go by whoever carries it. */
  giveUp(): void {
    this.stopped.abort();
    for (const entry of this.entries.splice(this.working ? 1 : 0)) if (entry.kind === 'write') this.letGo(entry);
  }

  private work(): void {
    this.working ??= this.run().finally(() => { this.working = null; if (this.entries.length > 0 && !this.stopped.signal.aborted) this.work(); });
  }

  private async run(): Promise<void> {
    for (let entry = this.entries[0]; entry && !this.stopped.signal.aborted; entry = this.entries[0]) {
      const pages = entry.kind === 'note' ? entry.run() : await this.store(entry.write, entry.spooled);
      for (const { key, text } of pages) await this.put(key, Buffer.from(text), 'application/x-ndjson');
      if (this.entries[0] === entry) this.entries.shift();
      if (entry.kind === 'write') this.letGo(entry);
    }
  }

  private async store({ key, body, contentType, then }: Write, spooled: SpoolFile | null): Promise<readonly Page[]> {
    if (!await this.settings.mayWrite()) { this.dropBodies(); return []; }
    const stored = await this.put(key, spooled ? await spooled.read() : body.bytes, contentType);
    return stored ? (then?.() ?? []) : [];
  }

  private isGivenUp(): boolean { return this.stopped.signal.aborted; }

  /** Tries until it is stored. @returns false when the queue was given up */
  private async put(key: string, bytes: Uint8Array, contentType: string): Promise<boolean> {
    const { signal } = this.stopped;
    for (let pause = FIRST_WAIT_MS; !signal.aborted; pause = Math.min(LONGEST_WAIT_MS, pause * 2)) {
      try {
        await this.settings.storage.put(key, bytes, { contentType, signal });
        this.away = false;
        return true;
      } catch (error) {
        if (this.isGivenUp()) return false;
        if (!this.away) this.settings.onTrouble(messageOf(error));
        this.away = true;
        await wait(pause, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }

  private async toSpool(write: Write): Promise<SpoolFile | null> {
    const { spool, onTrouble } = this.settings;
    if (!spool.hasRoomFor(write.body.bytes.length)) return null;
    try {
      return await spool.write(write.key, write.body.bytes);
    } catch (error) {
      onTrouble(`The spool cannot be written: ${messageOf(error)}`);
      return null;
    }
  }

  private letGo(entry: Extract<Entry, { kind: 'write' }>): void {
    if (entry.spooled) {
      this.spooledBytes -= entry.spooled.sizeBytes;
      entry.spooled.remove().catch(() => undefined);
      entry.spooled = null;
      return;
    }
    this.settings.memory.give(entry.write.body.bytes.length);
    // A put that was broken off may still read from it; the process ends soon.
    if (!this.stopped.signal.aborted) entry.write.body.release();
  }
}
