import { describe, expect, it } from '@jest/globals';
import { FileClock } from '../timeline/file-clock.js';
import { videoClockOf } from './video-clock.js';

describe("the clock of a site's VOD", () => {
  it('goes on without the silence of the source, and with what Vodkeep did not record', () => {
    const pieces = videoClockOf({ startedAt: 1_000_000, lengthMs: 60_000 }, [
      { at: 1_010_000, durMs: 5000, cause: 'ad' },
      { at: 1_020_000, durMs: 30_000, cause: 'source-silent' },
      { at: 1_060_000, durMs: 2000, cause: 'source-silent', lostMs: 2000 },
    ]);
    expect(pieces).toEqual([
      { site: 1_000_000, siteMs: 20_000, file: 0, fileMs: 20_000 },
      { site: 1_050_000, siteMs: 40_000, file: 20_000, fileMs: 40_000 },
    ]);
    const clock = new FileClock(pieces);
    expect([clock.lengthMs, clock.fileMs(1_015_000), clock.fileMs(1_030_000), clock.fileMs(1_060_000)]).toEqual([
      ...[60_000, 15_000, 20_000, 30_000],
    ]);
  });

  it('is one piece without gaps', () => {
    expect(videoClockOf({ startedAt: 5, lengthMs: 10 }, [])).toEqual([{ site: 5, siteMs: 10, file: 0, fileMs: 10 }]);
  });
});
