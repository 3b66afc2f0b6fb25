import { describe, expect, it } from '@jest/globals';
import { isOutdatedStatus } from './is-outdated-status.js';

const online = { live: true, streamId: '1', at: 0 };
const offline = { live: false, streamId: '1', at: 0 };

describe('isOutdatedStatus', () => {
  it.each<[string, Parameters<typeof isOutdatedStatus>[0], Parameters<typeof isOutdatedStatus>[1], number, boolean]>([
    ['nothing was ever reported', { live: false, streamId: null }, null, 0, false],
    ['60 s after going live the list is still without it', { live: false, streamId: null }, online, 60_000, true],
    ['60 s after going live the list shows the broadcast before', { live: true, streamId: '0' }, online, 60_000, true],
    ['the list has it', { live: true, streamId: '1' }, online, 1000, false],
    [
      'two minutes after going live the list says no: its word holds',
      { live: false, streamId: null },
      online,
      120_000,
      false,
    ],
    ['two minutes after the end the list still has it', { live: true, streamId: '1' }, offline, 120_000, true],
    ['after the end comes another broadcast', { live: true, streamId: '2' }, offline, 1000, false],
    [
      'long after the end the same broadcast is listed: it came back',
      { live: true, streamId: '1' },
      offline,
      200_000,
      false,
    ],
    ['both say no', { live: false, streamId: null }, offline, 1000, false],
  ])('%s', (...[, answer, pushed, now, old]) => {
    expect(isOutdatedStatus(answer, pushed, now)).toBe(old);
  });
});
