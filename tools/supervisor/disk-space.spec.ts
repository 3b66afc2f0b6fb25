import { describe, expect, it } from '@jest/globals';
import { explainFullDisk, requireFirstStartSpace, spaceWarning, storeLimitBytes } from './disk-space.js';

const MB = 1024 ** 2;

describe('storeLimitBytes', () => {
  it('has room for the log stream (1 GiB) on any disk, and is three quarters of the free space of a large one', () => {
    expect([0, 200 * MB, 100_000 * MB].map((free) => storeLimitBytes(free) / MB)).toEqual([2048, 2048, 75_000]);
  });
});

describe('spaceWarning', () => {
  it('names the free space and the limit that applies', () => {
    expect(spaceWarning('/srv/v', 200 * MB)).toMatch(
      /^Little space: 200 MB free on the disk of \/srv\/v\. .* 2048 MB .*max_file_store.*the disk is full before/,
    );
  });
  it('is null with enough space', () => {
    expect(spaceWarning('/srv/v', 2048 * MB)).toBeNull();
  });
});

describe('requireFirstStartSpace', () => {
  it('integrity-6 refuses a disk that is too small, with one line that names what is needed', () => {
    expect(() => {
      requireFirstStartSpace('/srv/v', 149 * MB);
    }).toThrow(/^The disk of \/srv\/v has only 149 MB free\. The first start needs 150 MB .*JetStream.*--data DIR$/);
    requireFirstStartSpace('/srv/v', 150 * MB);
  });
});

describe('explainFullDisk', () => {
  it.each([
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    new Error('PostgreSQL can\'t start: FATAL: could not write lock file "postmaster.pid": No space left on device'),
  ])('names the disk, the remedy and the original error: %s', (thrown) => {
    expect(explainFullDisk(thrown, '/')).toMatchObject({
      code: 'disk-full',
      message: expect.stringMatching(
        /^The disk of \/ is full or nearly so \(\d+ MB free\)\. Free some space.*--data DIR.*space left/,
      ),
    });
  });
  it('returns other failures unchanged', () => {
    const thrown = new Error('port in use');
    expect(explainFullDisk(thrown, '/')).toBe(thrown);
  });
});
