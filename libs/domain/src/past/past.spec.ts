import { describe, expect, it } from '@jest/globals';
import { type SiteVideo, matchVideo, wasNeverStored } from './match-video.js';
import { retentionOf } from './retention.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STARTED_AT = 1_700_000_000_000;
const video = (id: string, over: Partial<SiteVideo> = {}): SiteVideo => ({
  id,
  streamId: null,
  createdAt: STARTED_AT,
  isArchive: true,
  ...over,
});
const broadcast = { streamId: 's1', startedAt: STARTED_AT, endedAt: STARTED_AT + HOUR_MS };

describe('the video of a broadcast', () => {
  it('is the one with its id, at any time', () => {
    expect(
      matchVideo([video('near'), video('named', { streamId: 's1', createdAt: STARTED_AT + 2 * HOUR_MS })], broadcast)
        ?.id,
    ).toBe('named');
  });

  it('is otherwise the archive with the nearest start within five minutes', () => {
    expect(
      matchVideo(
        [video('far', { createdAt: STARTED_AT - 4 * MINUTE_MS }), video('near', { createdAt: STARTED_AT + MINUTE_MS })],
        broadcast,
      )?.id,
    ).toBe('near');
    expect(matchVideo([video('late', { createdAt: STARTED_AT + 6 * MINUTE_MS })], broadcast)).toBeNull();
  });

  it('is neither a highlight nor the video of another broadcast', () => {
    expect(matchVideo([video('cut', { isArchive: false }), video('other', { streamId: 's2' })], broadcast)).toBeNull();
  });
});

describe('a broadcast without a video', () => {
  const list = { videos: [video('old', { createdAt: STARTED_AT - DAY_MS })], isWhole: false };
  it('counts as never stored only if its video would be listed by now and the list is long enough (Q21)', () => {
    expect(wasNeverStored(broadcast, list, STARTED_AT + HOUR_MS + 2 * HOUR_MS)).toBe(true);
    expect(wasNeverStored(broadcast, list, STARTED_AT + HOUR_MS + MINUTE_MS)).toBe(false);
    expect(wasNeverStored({ ...broadcast, endedAt: null }, list, STARTED_AT + DAY_MS)).toBe(false);
    expect(
      wasNeverStored(
        broadcast,
        { videos: [video('new', { createdAt: STARTED_AT + DAY_MS })], isWhole: false },
        STARTED_AT + DAY_MS,
      ),
    ).toBe(false);
    expect(wasNeverStored(broadcast, { videos: [], isWhole: true }, STARTED_AT + DAY_MS)).toBe(true);
  });
});

describe('retention at the site', () => {
  const days = { none: 7, affiliate: 14, partner: 60, early: 2 };
  it.each([
    ['', 7],
    ['affiliate', 14],
    ['partner', 60],
  ])('deletes videos of a channel of type "%s" after %i days', (broadcasterType, retained) => {
    expect(retentionOf({ createdAt: STARTED_AT, broadcasterType }, days, STARTED_AT).deletedAt).toBe(
      STARTED_AT + retained * DAY_MS,
    );
  });

  it('puts a video at risk two days before its deletion, but never one of a partner', () => {
    const at = (broadcasterType: string, after: number) =>
      retentionOf({ createdAt: STARTED_AT, broadcasterType }, days, STARTED_AT + after).atRisk;
    expect([
      at('', 5 * DAY_MS - 1),
      at('', 5 * DAY_MS),
      at('affiliate', 12 * DAY_MS - 1),
      at('affiliate', 12 * DAY_MS),
      at('partner', 90 * DAY_MS),
    ]).toEqual([false, true, false, true, false]);
  });
});
