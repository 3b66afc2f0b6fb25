import { parseArgs } from 'node:util';
import { messageOf, UserError, untranslated } from '#libs/errors';
import type { Goal } from '../report/goals.js';
import { goalLines } from '../report/table.js';
import { runIdle, type IdleFigures } from './run-idle.js';

const USAGE = 'npm run bench -- idle [--json] [--seconds 120]';
const MAX_SECONDS = 3600;

export interface IdleBenchPorts {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/** Measures the resources that an idle Vodkeep uses. @throws UserError `arguments`: when an argument is not allowed */
export async function idleBench(args: readonly string[], { say, machine, dir }: IdleBenchPorts): Promise<void> {
  const { json, seconds } = parseOptions(args);
  const figures = await runIdle({ seconds, dir, say });
  for (const [name, mb] of Object.entries(figures.pssMb)) say(`  ${name.padEnd(12)} ${mb.toFixed(1).padStart(6)} MB`);
  say(`  ${'all'.padEnd(12)} ${figures.totalPssMb.toFixed(1).padStart(6)} MB, ${figures.cores.toFixed(3)} cores`);
  say(`  converter, while it is awake: ${figures.converterPssMb.toFixed(1)} MB`);
  const goals = goalsOf(figures);
  say(goalLines(goals));
  if (json) say(JSON.stringify({ bench: 'idle', machine, figures: { seconds, ...flatOf(figures) }, goals }));
}

const rounded = (n: number): number => Number(n.toPrecision(4));

/** `recorder-0` -> `pssRecorder0Mb`. */
const figureName = (process: string): string =>
  `pss${process
    .split('-')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('')}Mb`;

function flatOf({ pssMb, ...rest }: IdleFigures): Record<string, number> {
  const all = [...Object.entries(pssMb).map(([name, mb]) => [figureName(name), mb] as const), ...Object.entries(rest)];
  return Object.fromEntries(all.map(([name, n]) => [name, rounded(n)]));
}

/** Limits for the resources of an idle machine, and for the time until it is ready again. */
function goalsOf({ totalPssMb, secondStartS, workerWaitS }: IdleFigures): Goal[] {
  const goal = (
    name: string,
    value: number,
    { most, unit }: { readonly most: number; readonly unit: string },
  ): Goal => ({
    name,
    value: rounded(value),
    op: '<=',
    goal: most,
    unit,
    holds: value <= most,
  });
  return [
    goal('PSS of all processes, without npm', totalPssMb, { most: 250, unit: 'MB' }),
    goal('second start', secondStartS, { most: 5, unit: 's' }),
    goal('a command waits for a converter that is asleep', workerWaitS, { most: 3, unit: 's' }),
  ];
}

function parseOptions(args: readonly string[]): { readonly json: boolean; readonly seconds: number } {
  try {
    const options = { json: { type: 'boolean', default: false }, seconds: { type: 'string', default: '120' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const seconds = Number(values.seconds);
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS)
      throw new UserError(untranslated('arguments', `From 1 to ${String(MAX_SECONDS)} seconds. ${USAGE}`));
    return { json: values.json, seconds };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
