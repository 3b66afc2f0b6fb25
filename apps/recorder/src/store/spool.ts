import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolSettings {
  readonly dir: string;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

/** A body that waits on the disk. `leave`: this process does not store it any more, it is a {@link LeftOver} now. */
export interface SpoolFile {
  readonly sizeBytes: number;
  read(): Promise<Buffer>;
  remove(): Promise<void>;
  leave(): void;
}

/** A file that nobody is about to store: of a recorder that died, or that gave up on storage. */
export interface LeftOver {
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * Where bodies wait while storage is away: on the local disk, at most so many bytes and so old over all captures of the
 * process. A file's name is its object key, so that a recorder that was killed can bring its left-overs to storage when
 * it starts again; until then they take up room like any other.
 */
export class Spool {
  private readonly born = new Map<string, number>();
  private readonly left = new Map<string, LeftOver>();
  private used = 0;

  constructor(private readonly settings: SpoolSettings) {
    mkdirSync(settings.dir, { recursive: true });
    for (const name of readdirSync(settings.dir)) this.find(name);
  }

  get bytes(): number {
    return this.used;
  }
  get dir(): string {
    return this.settings.dir;
  }

  /**
   * Full of bytes, or the oldest file of this process has waited too long: storage will not be back soon, and a gap is
   * better than a full disk.
   */
  hasRoomFor(sizeBytes: number): boolean {
    const [oldest] = this.born.values();
    const { maxBytes, maxAgeMs, now } = this.settings;
    return this.used + sizeBytes <= maxBytes && (oldest === undefined || now() - oldest <= maxAgeMs);
  }

  /** @throws what the disk throws; nothing is left behind then */
  async write(key: string, body: Uint8Array): Promise<SpoolFile> {
    const path = join(this.settings.dir, `${encodeURIComponent(key)}~${randomUUID()}`);
    const sizeBytes = body.byteLength;
    this.used += sizeBytes;
    this.born.set(path, this.settings.now());
    const forget = async (): Promise<void> => {
      if (this.born.delete(path)) this.used -= sizeBytes;
      await rm(path, { force: true });
    };
    try {
      await writeFile(path, body, { flag: 'wx' });
    } catch (error) {
      await forget().catch(() => undefined);
      throw error;
    }
    return {
      sizeBytes,
      read: () => readFile(path),
      remove: forget,
      leave: () => {
        if (this.born.delete(path)) this.left.set(path, { key, path, sizeBytes });
      },
    };
  }

  /** In the order of their keys: what a segment needs (init section, journal) comes before it. */
  leftOvers(): readonly LeftOver[] {
    return [...this.left.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** It is stored, or worth nothing. @throws what the disk throws; it is still a left-over then */
  async forget({ path }: LeftOver): Promise<void> {
    await rm(path, { force: true });
    this.used -= this.left.get(path)?.sizeBytes ?? 0;
    this.left.delete(path);
  }

  private find(name: string): void {
    const key = keyOf(name);
    if (key === null) return;
    const path = join(this.settings.dir, name);
    const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (sizeBytes === undefined) return;
    this.left.set(path, { key, path, sizeBytes });
    this.used += sizeBytes;
  }
}

/** Null for a file that is none of ours. */
function keyOf(name: string): string | null {
  const at = name.lastIndexOf('~');
  if (at <= 0) return null;
  try {
    return decodeURIComponent(name.slice(0, at));
  } catch {
    return null;
  }
}
