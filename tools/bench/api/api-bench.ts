import { parseArgs } from 'node:util';
import { messageOf, UserError, untranslated } from '#libs/errors';
import type { Goal } from '../report/goals.js';
import { runApi, type Answers, type ApiFigures } from './run-api.js';

const USAGE = 'npm run bench -- api [--json] [--channels 1000] [--vods 100000] [--lines 200000] [--clients 1000]';
/** Limit of the issue for each kind of request, at the 95th percentile. */
const MAX_P95_MS = 50;
/** With ten times the VODs, a request may take at most this factor longer. */
const MAX_GROWTH = 1.5;
/** Below this, the ratio of two times is noise. */
const NOISE_MS = 3;

export interface ApiBenchPorts {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/**
 * Measures requests to a large library, and to a tenth of it, in one run, and prints both.
 * @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones
 */
export async function apiBench(args: readonly string[], { say, machine, dir }: ApiBenchPorts): Promise<void> {
  const { json, ...plan } = parseOptions(args);
  say(
    `api: ${String(plan.channels)} channels, ${String(plan.vods)} VODs, ${String(plan.lines)} log lines, ${String(plan.clients)} pages`,
  );
  const figures = await runApi({ ...plan, dir, say });
  for (const line of tableOf(figures)) say(line);
  const goals = goalsOf(figures);
  for (const goal of goals)
    say(
      `  ${goal.holds ? 'holds' : 'FAILS'}  ${goal.name}: ${String(goal.value)} ${goal.unit} (goal ${goal.op} ${String(goal.goal)})`,
    );
  if (json) say(JSON.stringify({ bench: 'api', machine, figures: { ...plan, ...flatOf(figures) }, goals }));
}

type RequestKind = keyof Answers;
const requestKindsOf = ({ large }: ApiFigures): RequestKind[] => Object.keys(large) as RequestKind[];

function tableOf(figures: ApiFigures): string[] {
  const { small, large, fanOut, bareRowP50Ms, bareDashboard: bare } = figures;
  const ms = (n: number): string => n.toFixed(1).padStart(7);
  return [
    '  request          a tenth p50    p95 |     all p50    p95   ratio     bytes',
    ...requestKindsOf(figures).map(
      (name) =>
        `  ${name.padEnd(16)} ${ms(small[name].p50Ms)} ${ms(small[name].p95Ms)} | ${ms(large[name].p50Ms)} ${ms(large[name].p95Ms)} ${(large[name].p50Ms / small[name].p50Ms).toFixed(2).padStart(7)} ${String(large[name].bytes).padStart(9)}`,
    ),
    `  dashboard against a bare server of the same text (p50 ${bare.p50Ms.toFixed(1)}, p95 ${bare.p95Ms.toFixed(1)} ms): ${(large.dashboard.p50Ms / bare.p50Ms).toFixed(2)}x p50, ${(large.dashboard.p95Ms / bare.p95Ms).toFixed(2)}x p95`,
    `  one VOD against one bare row (p50 ${bareRowP50Ms.toFixed(2)} ms): ${(large.oneVod.p50Ms / bareRowP50Ms).toFixed(1)}x`,
    `  notifying all pages: ${fanOut.spreadP50Ms.toFixed(0)} ms p50, ${fanOut.spreadP95Ms.toFixed(0)} p95 from the first to the last, ${fanOut.changeToLastP95Ms.toFixed(0)} p95 from the change; a bare loop ${fanOut.bareP50Ms.toFixed(0)} p50, ${fanOut.bareP95Ms.toFixed(0)} p95 (${(fanOut.spreadP50Ms / fanOut.bareP50Ms).toFixed(2)}x)`,
    `  api: ${figures.pssSmallMb.toFixed(0)} MB with a tenth, ${figures.pssLargeMb.toFixed(0)} MB with all, ${figures.pssCrowdMb.toFixed(0)} MB with the pages`,
  ];
}

const rounded = (n: number): number => Number(n.toPrecision(4));

function flatOf({ small, large, fanOut, bareDashboard, ...rest }: ApiFigures): Record<string, number> {
  const of = (size: string, answers: Answers): [string, number][] =>
    Object.entries(answers).flatMap(([name, { p50Ms, p95Ms }]): [string, number][] => [
      [`${name}P50Ms${size}`, p50Ms],
      [`${name}P95Ms${size}`, p95Ms],
    ]);
  return Object.fromEntries(
    [
      ...of('Tenth', small),
      ...of('All', large),
      ...Object.entries({ bareDashboardP50Ms: bareDashboard.p50Ms, bareDashboardP95Ms: bareDashboard.p95Ms }),
      ...Object.entries(fanOut).map(([name, n]): [string, number] => [
        `fanOut${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
        n,
      ]),
      ...Object.entries(rest),
    ].map(([name, n]) => [name, rounded(n)]),
  );
}

/** Goals for the responses and the live updates. */
function goalsOf(figures: ApiFigures): Goal[] {
  const { small, large, fanOut } = figures;
  const within = (name: string, value: number): Goal => ({
    name: `${name}, p95`,
    value: rounded(value),
    op: '<',
    goal: MAX_P95_MS,
    unit: 'ms',
    holds: value < MAX_P95_MS,
  });
  const flat = (name: RequestKind): Goal => {
    const value = large[name].p50Ms / Math.max(NOISE_MS, small[name].p50Ms);
    return {
      name: `${name}, all VODs against a tenth, p50`,
      value: rounded(value),
      op: '<=',
      goal: MAX_GROWTH,
      unit: 'x',
      holds: value <= MAX_GROWTH,
    };
  };
  return [
    ...requestKindsOf(figures).map((name) => within(name, large[name].p95Ms)),
    within('notifying all pages', fanOut.spreadP95Ms),
    ...requestKindsOf(figures).map(flat),
  ];
}

interface Parsed {
  readonly json: boolean;
  readonly channels: number;
  readonly vods: number;
  readonly lines: number;
  readonly clients: number;
}

function parseOptions(args: readonly string[]): Parsed {
  try {
    const options = {
      json: { type: 'boolean', default: false },
      channels: { type: 'string', default: '1000' },
      vods: { type: 'string', default: '100000' },
      lines: { type: 'string', default: '200000' },
      clients: { type: 'string', default: '1000' },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    const numbers = {
      channels: Number(values.channels),
      vods: Number(values.vods),
      lines: Number(values.lines),
      clients: Number(values.clients),
    };
    if (!Object.values(numbers).every((n) => Number.isInteger(n) && n >= 1) || numbers.clients > 1000)
      throw new UserError(untranslated('arguments', `Whole numbers from 1, and at most 1000 clients. ${USAGE}`));
    return { json: values.json, ...numbers };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
