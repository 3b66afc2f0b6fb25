import { describe, expect, it } from '@jest/globals';
import { isEarlierBroadcast } from './is-earlier-broadcast.js';

describe('isEarlierBroadcast', () => {
  const recorded = { streamId: 'n', startedAt: 5000 };
  it.each<[string, { streamId: string; startedAt: number | null }, boolean]>([
    ['is false for the recorded broadcast', { streamId: 'n', startedAt: 5000 }, false],
    ['is true for the broadcast before it, from a cache', { streamId: 'o', startedAt: 1000 }, true],
    ['is false for the broadcast after it', { streamId: 'p', startedAt: 9000 }, false],
    ['is true for the same broadcast under another id', { streamId: 'q', startedAt: 5000 }, true],
    ['is false for a broadcast without a start time', { streamId: 'o', startedAt: null }, false],
  ])('%s', (_name, answer, isEarlier) => {
    expect(isEarlierBroadcast(answer, recorded)).toBe(isEarlier);
  });
  it('is false while nothing is recorded', () => {
    expect(isEarlierBroadcast({ streamId: 'o', startedAt: 1 }, null)).toBe(false);
  });
});
