import { message } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { reportOf } from './repair-outcome.js';

const ends = { before: null, after: null, fromMs: 0, toMs: 1 };

it('each gap has a line: filled, replaced, refused, or why it is not in the plan', () => {
  const gaps = [
    { ...ends, at: 1000, durMs: 3000 },
    { ...ends, at: 9000, durMs: 1500, replaces: { durMs: 1000, pdtMs: 9000 } },
    { ...ends, at: 20_000, durMs: 1000, refused: message('repair.damaged-alone') },
  ];
  const results = [
    { at: 1000, filled: [{ at: 1000, durMs: 3000, videoMs: 0 }], reason: null },
    { at: 9000, filled: [{ at: 9000, durMs: 1500, videoMs: 0 }], reason: null },
  ];
  const vodGaps = [
    { at: 1000, durMs: 3000, cause: 'not-found' as const },
    { at: 10_000, durMs: 500, cause: 'truncated' as const },
    { at: 20_000, durMs: 1000, cause: 'truncated' as const },
    { at: 30_000, durMs: 5000, cause: 'source-silent' as const },
    { at: 40_000, durMs: 5000, cause: 'ad' as const },
  ];
  const report = reportOf({ gaps }, results, { vodGaps, muted: [] });
  expect(report.map(({ at, filledMs, causes, reason }) => [at, filledMs, causes[0], reason?.key])).toEqual([
    [1000, 3000, 'not-found', undefined],
    [10_000, 500, 'truncated', undefined],
    [20_000, 0, 'truncated', 'repair.damaged-alone'],
    [30_000, 0, 'source-silent', 'repair.silence'],
    [40_000, 0, 'ad', 'repair.no-neighbours'],
  ]);
});
