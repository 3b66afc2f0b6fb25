import { describe, expect, it } from '@jest/globals';
import { isEarlierBroadcast } from './is-earlier-broadcast.js';

describe('isEarlierBroadcast', () => {
  const recorded = { streamId: 'n', startedAt: 5000 };
  it.each<[string, { streamId: string; startedAt: number | null }, boolean]>([
    ['the one that is recorded', { streamId: 'n', startedAt: 5000 }, false],
    ['the one before it, out of a cache', { streamId: 'o', startedAt: 1000 }, true],
    ['the one after it', { streamId: 'p', startedAt: 9000 }, false],
    ['the same one under another id', { streamId: 'q', startedAt: 5000 }, true],
    ['one that does not tell when it began', { streamId: 'o', startedAt: null }, false],
  ])('%s', (_name, answer, is) => {
    expect(isEarlierBroadcast(answer, recorded)).toBe(is);
  });
  it('is none while nothing is recorded', () => {
    expect(isEarlierBroadcast({ streamId: 'o', startedAt: 1 }, null)).toBe(false);
  });
});
