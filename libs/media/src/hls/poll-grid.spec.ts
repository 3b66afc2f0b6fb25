import { describe, expect, it } from '@jest/globals';
import { PollGrid, type Load } from './poll-grid.js';

const load = (more: Partial<Load> = {}): Load => ({
  startedAt: 10_000,
  outcome: 'changed',
  targetMs: 2000,
  newestMs: 2000,
  idle: false,
  ...more,
});

describe('PollGrid', () => {
  it.each<[string, Partial<Load>, number]>([
    ['half a segment after the start of the load', {}, 11_000],
    ['by the segments, not by a target far above them', { targetMs: 6000 }, 11_000],
    ['never faster than twice a second', { newestMs: 400, targetMs: 1000 }, 10_500],
    ['by the target where there is no segment', { newestMs: 0 }, 11_000],
    ['once in a target duration while nothing is recorded', { idle: true, targetMs: 6000 }, 16_000],
    ['not faster than once a second then', { idle: true, targetMs: 500 }, 11_000],
  ])('polls %s', (_name, more, at) => {
    expect(new PollGrid().nextAt(load(more), 10_050)).toBe(at);
  });

  it.each([
    [10_999, 11_000],
    [11_000, 11_000],
    [11_001, 12_000],
    [13_700, 14_000],
  ])('keeps its grid when the load ended at %d', (now, at) => {
    expect(new PollGrid().nextAt(load(), now)).toBe(at);
  });

  it('slows down to the target for a server that fails for long, and recovers at once', () => {
    const grid = new PollGrid();
    const step = (outcome: Load['outcome']): number => grid.nextAt(load({ outcome, targetMs: 4000 }), 10_050) - 10_000;
    expect(Array.from({ length: 12 }, () => step('failed'))).toEqual([
      ...Array.from({ length: 10 }, () => 1000),
      4000,
      4000,
    ]);
    expect(step('changed')).toBe(1000);
  });
});
