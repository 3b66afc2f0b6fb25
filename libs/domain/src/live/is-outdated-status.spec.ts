import { describe, expect, it } from '@jest/globals';
import { isOutdatedStatus } from './is-outdated-status.js';

const online = { live: true, streamId: '1', at: 0 };
const offline = { live: false, streamId: '1', at: 0 };

describe('isOutdatedStatus', () => {
  it.each<[string, Parameters<typeof isOutdatedStatus>[0], Parameters<typeof isOutdatedStatus>[1], number, boolean]>([
    ['is false if the site never pushed a status', { live: false, streamId: null }, null, 0, false],
    [
      'is true if the answer lacks the stream just before 90 s after its start',
      { live: false, streamId: null },
      online,
      89_999,
      true,
    ],
    [
      'is true if the answer shows the earlier broadcast 60 s after the start',
      { live: true, streamId: '0' },
      online,
      60_000,
      true,
    ],
    ['is false if the answer shows the stream', { live: true, streamId: '1' }, online, 1000, false],
    [
      'is false if the answer lacks the stream 90 s after its start',
      { live: false, streamId: null },
      online,
      90_000,
      false,
    ],
    [
      'is true if the answer shows the stream just before 180 s after its end',
      { live: true, streamId: '1' },
      offline,
      179_999,
      true,
    ],
    [
      'is false if the answer shows another broadcast after the end',
      { live: true, streamId: '2' },
      offline,
      1000,
      false,
    ],
    [
      'is false if the answer shows the stream 180 s after its end, because it returned',
      { live: true, streamId: '1' },
      offline,
      180_000,
      false,
    ],
    [
      'is false if answer and push agree that the channel is offline',
      { live: false, streamId: null },
      offline,
      1000,
      false,
    ],
  ])('%s', (...[, answer, pushed, now, isOutdated]) => {
    expect(isOutdatedStatus(answer, pushed, now)).toBe(isOutdated);
  });
});
