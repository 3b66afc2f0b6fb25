import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SpoolSettings { readonly dir: string; readonly maxBytes: number; readonly maxAgeMs: number; readonly now: () => number }

/** A body that waits on the disk. */
export interface SpoolFile { readonly sizeBytes: number; read(): Promise<Buffer>; remove(): Promise<void> }

/** A file that a dead recorder left. */
export interface LeftOver { readonly key: string; readonly path: string }

/**
 * Where bodies wait while storage is away: on the local disk, at most so many bytes and so old over all captures of the process. A
 * file's name is its object key, so that a recorder that was killed can bring its left-overs to storage when it starts again.
 */
export class Spool {
  private readonly born = new Map<string, number>();
  private used = 0;

  constructor(private readonly settings: SpoolSettings) { mkdirSync(settings.dir, { recursive: true }); }

  get bytes(): number { return this.used; }

  /** Full of bytes, or the oldest file has waited too long: storage will not be back soon, and a hole is better than a full disk. */
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
    } catch (error) { await forget().catch(() => undefined); throw error; }
    return { sizeBytes, read: () => readFile(path), remove: forget };
  }

  async leftOvers(): Promise<LeftOver[]> {
    const names = await readdir(this.settings.dir);
    return names.filter((name) => name.includes('~') && !this.born.has(join(this.settings.dir, name)))
      .map((name) => ({ key: decodeURIComponent(name.slice(0, name.lastIndexOf('~'))), path: join(this.settings.dir, name) }));
  }
}
