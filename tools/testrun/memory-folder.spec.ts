import { describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder, removeLeftovers } from './memory-folder.mjs';

describe('the memory folder of a test run', () => {
  it('is not created where there is no file system in memory', () => {
    expect(memoryFolder('/dev/absent')).toBeNull();
    expect(memoryFolder('/')).toBeNull();
  });
  it('is removed by the next run if its own was killed, and only then', () => {
    const root = mkdtempSync(join(tmpdir(), 'vodkeep-leftovers-'));
    const of = (pid: number) => join(root, `vodkeep-test-${String(pid)}-a1`);
    // Linux gives out no number above 4,194,304.
    const killed = of(9_999_999);
    for (const dir of [killed, of(process.pid), join(root, 'vodkeep-postgres-1')]) mkdirSync(dir);

    removeLeftovers(root);

    expect([killed, of(process.pid), join(root, 'vodkeep-postgres-1')].map(existsSync)).toEqual([false, true, true]);
    rmSync(root, { recursive: true });
  });
});
