import { describe, expect, it } from '@jest/globals';
import { type SiteVideo, matchVideo, wasNeverStored } from './match-video.js';
import { retentionOf } from './retention.js';

const MIN = 60_000;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;
const T = 1_700_000_000_000;
const video = (id: string, over: Partial<SiteVideo> = {}): SiteVideo => ({
  id,
  streamId: null,
  createdAt: T,
  isArchive: true,
  ...over,
});
const broadcast = { streamId: 's1', startedAt: T, endedAt: T + HOUR };

describe('the video of a broadcast', () => {
  it('is the one with its id, whatever its time', () => {
    expect(
      matchVideo([video('near'), video('named', { streamId: 's1', createdAt: T + 2 * HOUR })], broadcast)?.id,
    ).toBe('named');
  });

  it('is otherwise the archive that began nearest to it, within five minutes', () => {
    expect(
      matchVideo([video('far', { createdAt: T - 4 * MIN }), video('near', { createdAt: T + MIN })], broadcast)?.id,
    ).toBe('near');
    expect(matchVideo([video('late', { createdAt: T + 6 * MIN })], broadcast)).toBeNull();
  });

  it('is neither a highlight nor that of another broadcast', () => {
    expect(matchVideo([video('cut', { isArchive: false }), video('other', { streamId: 's2' })], broadcast)).toBeNull();
  });
});

describe('a broadcast without a video', () => {
  const list = { videos: [video('old', { createdAt: T - DAY })], isWhole: false };
  it('was never kept only when its video would be shown by now, in a list that goes back far enough (Q21)', () => {
    expect(wasNeverStored(broadcast, list, T + HOUR + 2 * HOUR)).toBe(true);
    expect(wasNeverStored(broadcast, list, T + HOUR + MIN)).toBe(false);
    expect(wasNeverStored({ ...broadcast, endedAt: null }, list, T + DAY)).toBe(false);
    expect(wasNeverStored(broadcast, { videos: [video('new', { createdAt: T + DAY })], isWhole: false }, T + DAY)).toBe(
      false,
    );
    expect(wasNeverStored(broadcast, { videos: [], isWhole: true }, T + DAY)).toBe(true);
  });
});

describe('what a site keeps', () => {
  const days = { none: 7, affiliate: 14, partner: 60, early: 2 };
  it.each([
    ['', 7],
    ['affiliate', 14],
    ['partner', 60],
  ])('of a channel that is "%s" to it goes after %i days', (broadcasterType, retained) => {
    expect(retentionOf({ createdAt: T, broadcasterType }, days, T).deletedAt).toBe(T + retained * DAY);
  });

  it('is at risk two days before it goes, and never where the channel is a partner', () => {
    const at = (broadcasterType: string, after: number) =>
      retentionOf({ createdAt: T, broadcasterType }, days, T + after).atRisk;
    expect([
      at('', 5 * DAY - 1),
      at('', 5 * DAY),
      at('affiliate', 12 * DAY - 1),
      at('affiliate', 12 * DAY),
      at('partner', 90 * DAY),
    ]).toEqual([false, true, false, true, false]);
  });
});
