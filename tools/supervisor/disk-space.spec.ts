import { describe, expect, it } from '@jest/globals';
import { explainFullDisk, spaceWarning, storeLimitBytes } from './disk-space.js';

const MB = 1024 ** 2;

describe('storeLimitBytes', () => {
  it('holds the log stream (1 GiB) on any disk, and takes three quarters of a large one', () => {
    expect([0, 200 * MB, 100_000 * MB].map((free) => storeLimitBytes(free) / MB)).toEqual([2048, 2048, 75_000]);
  });
});

describe('spaceWarning', () => {
  it('names the free space and the limit that applies', () => {
    expect(spaceWarning('/srv/v', 200 * MB)).toMatch(
      /^Little space: 200 MB free on the disk of \/srv\/v\. .* 2048 MB .*max_file_store.*the disk is full before/,
    );
  });
  it('is silent with enough space', () => {
    expect(spaceWarning('/srv/v', 2048 * MB)).toBeNull();
  });
});

describe('explainFullDisk', () => {
  it.each([
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    new Error('PostgreSQL can\'t start: FATAL: could not write lock file "postmaster.pid": No space left on device'),
  ])('names the disk and the remedy, and keeps what failed: %s', (thrown) => {
    expect(explainFullDisk(thrown, '/')).toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(
        /^The disk of \/ is full or nearly so \(\d+ MB free\)\. Free some space.*--data DIR.*space left/,
      ),
    });
  });
  it('leaves other failures alone', () => {
    const thrown = new Error('port in use');
    expect(explainFullDisk(thrown, '/')).toBe(thrown);
  });
});
