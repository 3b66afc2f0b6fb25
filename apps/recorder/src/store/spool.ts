import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Media that wait in the spool are not for other users of the machine, whatever the umask is. */
export const PRIVATE_FILE = 0o640;
export const PRIVATE_FOLDER = 0o750;

export interface SpoolSettings {
  readonly dir: string;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

/** A body that waits on the disk. `leave`: this process will not store it any more; it becomes a {@link LeftOver}. */
export interface SpoolFile {
  readonly sizeBytes: number;
  read(): Promise<Buffer>;
  remove(): Promise<void>;
  leave(): void;
}

/** A file that no queue is going to store: its recorder crashed or gave up on storage. */
export interface LeftOver {
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * Holds bodies on the local disk while storage is unavailable, with limits on bytes and age over all captures of the
 * process. A file's name is its object key, so that a killed recorder can store its left-overs at the next start. Until
 * then left-overs count towards the byte limit.
 */
export class Spool {
  private readonly writtenAt = new Map<string, number>();
  private readonly leftOverByPath = new Map<string, LeftOver>();
  private used = 0;

  constructor(private readonly settings: SpoolSettings) {
    mkdirSync(settings.dir, { recursive: true, mode: PRIVATE_FOLDER });
    for (const name of readdirSync(settings.dir)) this.find(name);
  }

  get bytes(): number {
    return this.used;
  }
  get dir(): string {
    return this.settings.dir;
  }

  /** Another spool folder with the same limits. */
  beside(dir: string): Spool {
    return new Spool({ ...this.settings, dir });
  }

  /**
   * False if the spool is full, or if the oldest file of this process has waited too long: storage will not be back
   * soon, and a gap is better than a full disk.
   */
  hasRoomFor(sizeBytes: number): boolean {
    const [oldest] = this.writtenAt.values();
    const { maxBytes, maxAgeMs, now } = this.settings;
    return this.used + sizeBytes <= maxBytes && (oldest === undefined || now() - oldest <= maxAgeMs);
  }

  /** @throws errors of the disk; no file is left behind */
  async write(key: string, body: Uint8Array): Promise<SpoolFile> {
    const path = join(this.settings.dir, `${encodeURIComponent(key)}~${randomUUID()}`);
    const sizeBytes = body.byteLength;
    this.used += sizeBytes;
    this.writtenAt.set(path, this.settings.now());
    const forget = async (): Promise<void> => {
      if (this.writtenAt.delete(path)) this.used -= sizeBytes;
      await rm(path, { force: true });
    };
    try {
      await writeFile(path, body, { flag: 'wx', mode: PRIVATE_FILE }).catch(async () => {
        // Another recorder may have removed the empty folder at the start of this one (`AbandonedSpools`).
        await mkdir(this.settings.dir, { recursive: true, mode: PRIVATE_FOLDER });
        await writeFile(path, body, { mode: PRIVATE_FILE });
      });
    } catch (error) {
      await forget().catch(() => undefined);
      throw error;
    }
    return {
      sizeBytes,
      read: () => readFile(path),
      remove: forget,
      leave: () => {
        if (this.writtenAt.delete(path)) this.leftOverByPath.set(path, { key, path, sizeBytes });
      },
    };
  }

  /** Left-overs in the order of their keys: objects that a segment needs (init section, journal) come before it. */
  leftOvers(): readonly LeftOver[] {
    return [...this.leftOverByPath.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  /**
   * Deletes a left-over that is stored or worthless.
   * @throws errors of the disk; the file then stays a left-over
   */
  async forget({ path }: LeftOver): Promise<void> {
    await rm(path, { force: true });
    this.used -= this.leftOverByPath.get(path)?.sizeBytes ?? 0;
    this.leftOverByPath.delete(path);
  }

  private find(name: string): void {
    const key = keyOf(name);
    if (key === null) return;
    const path = join(this.settings.dir, name);
    const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (sizeBytes === undefined) return;
    this.leftOverByPath.set(path, { key, path, sizeBytes });
    this.used += sizeBytes;
  }
}

/** @returns null if the file is not a spool file */
function keyOf(name: string): string | null {
  const at = name.lastIndexOf('~');
  if (at <= 0) return null;
  try {
    return decodeURIComponent(name.slice(0, at));
  } catch {
    return null;
  }
}
