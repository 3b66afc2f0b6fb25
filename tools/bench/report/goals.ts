import { marginalPssMb, type Result } from './result.js';
import type { Mode } from '../arguments.js';
import type { ToolName } from '../tools/tool-run.js';

export interface Goal {
  readonly name: string;
  readonly value: number;
  readonly goal: number;
  readonly op: '<=' | '<';
  readonly unit: string;
  readonly holds: boolean;
}

const STREAM_COUNTS = [20, 60];
const MAX_STREAMS = 60;

const goalOf = (name: string, value: number | null, bound: Pick<Goal, 'op' | 'goal' | 'unit'>): Goal[] =>
  value === null || Number.isNaN(value)
    ? []
    : [{ name, value: rounded(value), ...bound, holds: bound.op === '<' ? value < bound.goal : value <= bound.goal }];

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Goals that depend on what the run adds. With two encodes beside it, only loss and lag say something. */
const LIMITS: Readonly<Record<Mode, { readonly timesBare: number; readonly lagS: number }>> = {
  plain: { timesBare: 1.5, lagS: 1.3 },
  tls: { timesBare: 1.3, lagS: 1.2 },
  busy: { timesBare: Infinity, lagS: 2.5 },
};

/** The goals of a recorder that the measurements can decide. */
export function goalsOf(results: readonly Result[], mode: Mode = 'plain'): Goal[] {
  const { timesBare, lagS } = LIMITS[mode];
  const wanted = mode === 'busy' ? /^(lag|lost)/ : /./;
  return allGoals(results, { timesBare, lagS, againstFfmpeg: mode === 'tls' }).filter(({ name }) => wanted.test(name));
}

interface Limits {
  readonly timesBare: number;
  readonly lagS: number;
  readonly againstFfmpeg: boolean;
}

function allGoals(results: readonly Result[], { timesBare, lagS, againstFfmpeg }: Limits): Goal[] {
  const at = (tool: ToolName, streams: number): Result | undefined =>
    results.find((result) => result.tool === tool && result.streams === streams);
  const between = (of: 'steadyCpu' | 'pssMb', one: Result | undefined, other: Result | undefined): number | null =>
    one && other ? one[of] / other[of] : null;
  const ratio = (of: 'steadyCpu' | 'pssMb', to: ToolName, streams: number): number | null =>
    between(of, at('ours', streams), at(to, streams));
  const bareToFfmpeg = between('steadyCpu', at('bare', MAX_STREAMS), at('ffmpeg', MAX_STREAMS));
  // If even the bare loop needs more CPU than ffmpeg, no recorder on Node can need less.
  return [
    ...(againstFfmpeg && bareToFfmpeg !== null && bareToFfmpeg <= 1
      ? goalOf(`steady CPU against ffmpeg, N = ${String(MAX_STREAMS)}`, ratio('steadyCpu', 'ffmpeg', MAX_STREAMS), {
          op: '<=',
          goal: 1,
          unit: 'x',
        })
      : []),
    ...STREAM_COUNTS.flatMap((n) => {
      const ours = at('ours', n);
      const name = (what: string): string => `${what}, N = ${String(n)}`;
      return [
        ...goalOf(name('steady CPU against the bare loop'), ratio('steadyCpu', 'bare', n), {
          op: '<=',
          goal: timesBare,
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
        ...goalOf(name('lag p95'), ours?.lagP95S ?? null, { op: '<=', goal: lagS, unit: 's' }),
        ...goalOf(name('lost segments'), ours?.lost ?? null, { op: '<=', goal: 0, unit: 'segments' }),
      ];
    }),
    ...goalOf(
      `PSS of the recorders against ffmpeg, N = ${String(MAX_STREAMS)}`,
      ratio('pssMb', 'ffmpeg', MAX_STREAMS),
      {
        op: '<',
        goal: 0.5,
        unit: 'x',
      },
    ),
    ...goalOf(
      `PSS of the recorders against streamlink, N = ${String(MAX_STREAMS)}`,
      ratio('pssMb', 'streamlink', MAX_STREAMS),
      {
        op: '<',
        goal: 0.2,
        unit: 'x',
      },
    ),
  ];
}
