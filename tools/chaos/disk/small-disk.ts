import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { until, type WaitOptions } from '../../common/until.js';

const MB = 1024 ** 2;
const CHUNK = Buffer.alloc(64 * 1024);

/** A tmpfs of its own at a folder, which can be full and read-only for real. */
export class SmallDisk {
  private constructor(
    readonly dir: string,
    private readonly sizeMb: number,
  ) {}

  /** @throws OutsideError `mount`: this user may not mount; run as root */
  static mount(dir: string, sizeMb: number): SmallDisk {
    mkdirSync(dir, { recursive: true });
    mount('-t', 'tmpfs', '-o', `size=${String(sizeMb)}m,mode=0755`, 'vodkeep-chaos', dir);
    return new SmallDisk(dir, sizeMb);
  }

  /** Leaves no free byte: writes get ENOSPC. The disk shrinks to little more than its content, so this needs no memory. */
  fill(): void {
    const { blocks, bfree, bsize } = statfsSync(this.dir);
    mount('-o', `remount,size=${String((blocks - bfree) * bsize + MB)}`, this.dir);
    const file = openSync(join(this.dir, 'fill'), 'a');
    try {
      for (let size = CHUNK.length; size >= 1; size = Math.floor(size / 2)) while (isWritten(file, size));
    } finally {
      closeSync(file);
    }
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.dir);
    return bavail * bsize;
  }

  /** Gives all space back. */
  empty(): void {
    rmSync(join(this.dir, 'fill'), { force: true });
    mount('-o', `remount,size=${String(this.sizeMb)}m`, this.dir);
  }

  /** Waits for a moment without an open file that is being written: the kernel refuses before. */
  async makeReadOnly(options: WaitOptions): Promise<void> {
    await until(`${this.dir} is read-only`, options, () => tryMount('-o', 'remount,ro', this.dir) === '');
  }

  makeWritable(): void {
    mount('-o', 'remount,rw', this.dir);
  }

  async unmount(): Promise<void> {
    for (let tries = 0; tries < 50 && spawnSync('umount', [this.dir]).status !== 0; tries += 1) await pause(100);
    spawnSync('umount', ['-l', this.dir]);
  }
}

/** @returns false if the disk is full */
function isWritten(file: number, size: number): boolean {
  try {
    writeSync(file, CHUNK, 0, size);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw thrown;
  }
}

/** @returns what mount says; empty if it succeeded */
function tryMount(...args: readonly string[]): string {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status === 0) return '';
  return error?.message ?? (stderr.trim() || `code ${String(status)}`);
}

function mount(...args: readonly string[]): void {
  const fault = tryMount(...args);
  if (fault !== '')
    throw new OutsideError(
      untranslated('mount', `mount ${args.join(' ')}: ${fault}. Run as root: sudo npm run chaos -- disk`),
    );
}
