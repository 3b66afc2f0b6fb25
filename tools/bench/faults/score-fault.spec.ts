import { describe, expect, it } from '@jest/globals';
import { longestIn } from '../measure/blocks.js';
import { FAULTS, unreachable, type Fault } from './faults.js';
import { scoreFault } from './score-fault.js';

const named = (name: string): Fault => FAULTS.find((fault) => fault.name === name)!;
const frames = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ number: from + i, ptsMs: 0 }));
const gap = (durMs: number) => ({ at: 0, durMs, cause: 'source-unreachable' }) as const;

describe('a fault of a source', () => {
  it('takes away what had left the window, and what was never there', () => {
    expect([...unreachable(named('bad-poll'))]).toEqual([]);
    expect([...unreachable(named('list-500'))]).toEqual([11, 12]);
    expect([...unreachable(named('closed'))]).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect([...unreachable(named('huge-body'))]).toEqual([10]);
  });

  it('is scored by the frames of the source, each gap of the timeline explaining its time', () => {
    const recorded = [...frames(0, 660), ...frames(780, 44 * 30)];
    const vods = { count: 1, gaps: [gap(4000)], note: '' };
    expect(scoreFault(named('list-500'), { frames: recorded, vods })).toMatchObject({
      lostS: 4,
      unreachableS: 4,
      unexplainedS: 0,
      causes: ['source-unreachable'],
    });
    const silent = scoreFault(named('list-500'), { frames: recorded, vods: { ...vods, gaps: [gap(3000)] } });
    expect(silent.unexplainedS).toBeCloseTo(1);
  });

  it('does not blame another tool for what it leaves behind at its start, but for all after it', () => {
    const recorded = { frames: frames(120, 660), exit: { code: 0, atMs: 25_000 } };
    expect(scoreFault(named('bad-poll'), recorded)).toMatchObject({ publishedS: 40, lostS: 22, unexplainedS: null });
  });
});

it('finds the longest block after the start', () => {
  const blocks = '1000 310.0\n2000 31.5\n2500 44.0\n3000 90.0\n';
  expect(longestIn(blocks, { since: 1500, until: 2500 })).toBe(44);
  expect(longestIn(blocks, { since: 1500 })).toBe(90);
  expect(longestIn('', { since: 0 })).toBe(0);
});
