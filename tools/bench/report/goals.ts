import { marginalPssMb, type Result } from './result.js';
import type { ToolName } from '../tools/tool-run.js';

export interface Goal {
  readonly name: string;
  readonly value: number;
  readonly goal: number;
  readonly op: '<=' | '<';
  readonly unit: string;
  readonly holds: boolean;
}

const MANY = [20, 60];
const MOST = 60;

const goalOf = (name: string, value: number | null, bound: Pick<Goal, 'op' | 'goal' | 'unit'>): Goal[] =>
  value === null || Number.isNaN(value)
    ? []
    : [{ name, value: rounded(value), ...bound, holds: bound.op === '<' ? value < bound.goal : value <= bound.goal }];

const rounded = (value: number): number => Number(value.toPrecision(4));

/** The goals of a recorder that the measurements can decide. */
export function goalsOf(results: readonly Result[]): Goal[] {
  const at = (tool: ToolName, streams: number): Result | undefined =>
    results.find((result) => result.tool === tool && result.streams === streams);
  const ratio = (of: 'steadyCpu' | 'pssMb', to: ToolName, streams: number): number | null => {
    const ours = at('ours', streams);
    const theirs = at(to, streams);
    return ours && theirs ? ours[of] / theirs[of] : null;
  };
  return [
    ...MANY.flatMap((n) => {
      const ours = at('ours', n);
      const name = (what: string): string => `${what}, N = ${String(n)}`;
      return [
        ...goalOf(name('steady CPU against the bare loop'), ratio('steadyCpu', 'bare', n), {
          op: '<=',
          goal: 1.5,
          unit: 'x',
        }),
        ...goalOf(name('steady CPU against streamlink'), ratio('steadyCpu', 'streamlink', n), {
          op: '<',
          goal: 1,
          unit: 'x',
        }),
        ...goalOf(name('marginal PSS a stream'), ours ? marginalPssMb(ours, results) : null, {
          op: '<=',
          goal: 3,
          unit: 'MB',
        }),
        ...goalOf(name('lag p95'), ours?.lagP95S ?? null, { op: '<=', goal: 1.3, unit: 's' }),
        ...goalOf(name('lost segments'), ours?.lost ?? null, { op: '<=', goal: 0, unit: 'segments' }),
      ];
    }),
    ...goalOf(`PSS of the recorders against ffmpeg, N = ${String(MOST)}`, ratio('pssMb', 'ffmpeg', MOST), {
      op: '<',
      goal: 0.5,
      unit: 'x',
    }),
    ...goalOf(`PSS of the recorders against streamlink, N = ${String(MOST)}`, ratio('pssMb', 'streamlink', MOST), {
      op: '<',
      goal: 0.2,
      unit: 'x',
    }),
  ];
}
