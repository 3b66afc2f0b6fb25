import { describe, expect, it } from '@jest/globals';
import { FaultPlan } from './fault-plan.js';

const segment = (seq: number): { kind: 'segment'; seq: number } => ({ kind: 'segment', seq });

describe('a fault', () => {
  it('applies as often as set', () => {
    const plan = new FaultPlan();
    plan.add({ on: 'segment', mode: '503', times: 2 }, 0);
    expect([1, 2, 3].map((seq) => plan.match(segment(seq), 0)?.mode)).toEqual(['503', '503', undefined]);
  });

  it('ends after its time', () => {
    const plan = new FaultPlan();
    plan.add({ on: 'all', mode: 'close', forMs: 100 }, 1000);
    expect(plan.match({ kind: 'playlist', seq: null }, 1099)?.mode).toBe('close');
    expect(plan.match({ kind: 'playlist', seq: null }, 1100)).toBeNull();
  });

  it('applies only to the segments it names', () => {
    const plan = new FaultPlan();
    plan.add({ on: 'segment', mode: '404', fromSeq: 5, toSeq: 6 }, 0);
    expect([4, 5, 6, 7].map((seq) => plan.match(segment(seq), 0) !== null)).toEqual([false, true, true, false]);
    expect(plan.withholds(5)).toBe(true);
    expect(plan.match({ kind: 'playlist', seq: null }, 0)).toBeNull();
  });
});
