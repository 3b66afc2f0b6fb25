import { appendFileSync, existsSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { ballastFile, DiskGuard } from './disk-guard.js';

const MB = 1024 ** 2;

let dir: ReturnType<typeof tempDir>;
let free: Map<string, number>;
let readOnly: Set<string>;
let restarted: string[];
let lines: string[];
let isPostgresDown: boolean;
beforeEach(() => {
  dir = tempDir('guard');
  for (const name of ['nats', 'postgres']) mkdirSync(join(dir.path, name));
  writeFileSync(join(dir.path, 'nats.err.log'), 'Critical write error of an earlier run\n');
  free = new Map();
  readOnly = new Set();
  [restarted, lines, isPostgresDown] = [[], [], false];
});
afterEach(() => {
  dir.remove();
});

const guard = (ballastBytes = 0): DiskGuard =>
  new DiskGuard({
    dataDir: dir.path,
    databaseDir: join(dir.path, 'postgres'),
    messagesDir: join(dir.path, 'nats'),
    natsLog: join(dir.path, 'nats.err.log'),
    ballastBytes,
    restart: (child) => Promise.resolve(void restarted.push(child)),
    isDown: () => isPostgresDown,
    say: (line) => lines.push(line),
    stateOf: (of) => ({ freeBytes: free.get(of) ?? 100_000 * MB, isReadOnly: readOnly.has(of) }),
  });
const size = (): number => statSync(ballastFile(dir.path), { throwIfNoEntry: false })?.size ?? 0;

describe('the messages', () => {
  it('start again once there is space, if a stream refused a write', () => {
    const watched = guard();
    watched.check();
    expect(restarted).toEqual([]);
    appendFileSync(
      join(dir.path, 'nats.err.log'),
      '[ERR] Filestore [EVT] Critical write error: no space left on device\n',
    );
    free.set(join(dir.path, 'nats'), 2 * MB);
    watched.check();
    expect(restarted).toEqual([]);
    free.delete(join(dir.path, 'nats'));
    watched.check();
    watched.check();
    expect(restarted).toEqual(['nats']);
  });

  it('start again after a full disk and after a read-only one, also without a log', () => {
    rmSync(join(dir.path, 'nats.err.log'));
    const watched = guard();
    free.set(join(dir.path, 'nats'), 0);
    watched.check();
    watched.check();
    free.delete(join(dir.path, 'nats'));
    watched.check();
    readOnly.add(join(dir.path, 'nats'));
    watched.check();
    readOnly.clear();
    watched.check();
    expect(restarted).toEqual(['nats', 'nats']);
    expect(lines.map((line) => line.replace(dir.path, ''))).toEqual([
      'The disk of /nats is full. Vodkeep continues when it can write there',
      'The disk of /nats can be written again',
      'The disk of /nats is read-only. Vodkeep continues when it can write there',
      'The disk of /nats can be written again',
    ]);
  });

  it('reads a log that was trimmed', () => {
    const watched = guard();
    watched.check();
    truncateSync(join(dir.path, 'nats.err.log'));
    appendFileSync(join(dir.path, 'nats.err.log'), 'x: no space left on device\n');
    watched.check();
    expect(restarted).toEqual(['nats']);
  });
});

describe('the database', () => {
  it('starts at once when there is space again, if it has ended', () => {
    const watched = guard();
    free.set(join(dir.path, 'postgres'), 0);
    watched.check();
    free.delete(join(dir.path, 'postgres'));
    watched.check();
    expect(restarted).toEqual([]);
    free.set(join(dir.path, 'postgres'), 0);
    watched.check();
    isPostgresDown = true;
    free.delete(join(dir.path, 'postgres'));
    watched.check();
    expect(restarted).toEqual(['postgres']);
  });
});

describe('the ballast', () => {
  it('takes at most a tenth of the free space, is freed on an almost full disk, and comes back', () => {
    const watched = guard(32 * MB);
    free.set(dir.path, 250 * MB);
    watched.check();
    expect(size()).toBe(25 * MB);
    free.set(dir.path, 4 * MB);
    watched.check();
    expect(size()).toBe(25 * MB);
    free.set(dir.path, 3 * MB);
    watched.check();
    expect(existsSync(ballastFile(dir.path))).toBe(false);
    free.set(dir.path, 74 * MB);
    watched.check();
    expect(size()).toBe(0);
    free.set(dir.path, 500 * MB);
    watched.check();
    expect([size(), lines.length]).toEqual([32 * MB, 2]);
  });

  it('is not created on a small disk, and is removed when it is not wanted any more', () => {
    free.set(dir.path, 100 * MB);
    guard(1024 * MB).check();
    expect(size()).toBe(0);
    writeFileSync(ballastFile(dir.path), 'x');
    guard(0).check();
    expect(existsSync(ballastFile(dir.path))).toBe(false);
  });
});
