import { OutsideError, UserError, untranslated } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { describe, expect, it } from '@jest/globals';
import { endOf } from './api-job-end.js';

const run = { tries: 1, isShutdown: false, now: 1_000_000 };

describe('an API job after a run', () => {
  it('is done with the reported text', () => {
    expect(endOf({ outcome: message('job.deleted-vods', { n: 3 }) }, run)).toMatchObject({
      status: 'STOPPED',
      note: message('job.deleted-vods', { n: 3 }),
      progress: 1,
      error: null,
      endedAt: new Date(1_000_000),
    });
  });

  it('waits for another API when this one stops, without using up a try', () => {
    expect(endOf({ thrown: new UserError(untranslated('x', 'cut off')) }, { ...run, isShutdown: true })).toMatchObject({
      status: 'WAITING',
      tries: 0,
    });
  });

  it('is retried for a day after outside errors, with waits that grow to 10 minutes', () => {
    const away = { thrown: new OutsideError(untranslated('storage-away', 'no answer')) };
    expect([1, 2, 3, 8, 149].map((tries) => endOf(away, { ...run, tries }).notBefore?.getTime())).toEqual([
      1_005_000, 1_010_000, 1_020_000, 1_600_000, 1_600_000,
    ]);
    expect(endOf(away, run)).toMatchObject({
      status: 'WAITING',
      note: message('job.waits', { remark: verbatim('no answer') }),
      progress: 0,
    });
    const allMs = Array.from(
      { length: 149 },
      (_, n) => (endOf(away, { ...run, tries: n + 1 }).notBefore?.getTime() ?? 0) - run.now,
    );
    expect(Math.round(allMs.reduce((sum, ms) => sum + ms) / 3_600_000)).toBe(24);
    expect(endOf(away, { ...run, tries: 150 })).toMatchObject({ status: 'ERROR', error: verbatim('no answer') });
  });

  it('fails at once after a user error', () => {
    expect(
      endOf({ thrown: new UserError(untranslated('name-taken', 'another VOD has that name')) }, run),
    ).toMatchObject({
      status: 'ERROR',
      error: verbatim('another VOD has that name'),
    });
  });
});
