import { parseArgs } from 'node:util';
import { messageOf, untranslated, UserError } from '#libs/errors';
import type { Trend } from '../measure/trend.js';
import type { Goal } from '../report/goals.js';
import { goalLines } from '../report/table.js';
import { runSoak, type SoakFigures } from './run-soak.js';

const USAGE = 'npm run bench -- soak [--json] [--hours 24, at least 0.5]';
const LOOP_P99_MS = 20;
const BLOCK_MS = 50;

export interface SoakBenchPorts {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/** Measures what a long recording leaves behind. @throws UserError `arguments`: one is not allowed */
export async function soakBench(args: readonly string[], { say, machine, dir }: SoakBenchPorts): Promise<void> {
  const { json, hours } = parseOptions(args);
  say(`soak, ${String(hours)} hours of media`);
  const figures = await runSoak({ hours, dir, say });
  const goals = goalsOf(figures);
  say(goalLines(goals));
  if (json) say(JSON.stringify({ bench: 'soak', machine, figures: { hours, ...flatOf(figures) }, goals }));
}

const rounded = (n: number): number => Number(n.toPrecision(4));
const figureName = (service: string): string => service.replace(/-\d+$/, '');

function flatOf({ services, published, lost, otherFiles }: SoakFigures): Record<string, number> {
  const ofServices = services.flatMap(
    ({ name, memory, handles, lastMb, finishingMb, lastHandles, loop, ...blocks }) => {
      const own = {
        PssMb: lastMb,
        FinishingPssMb: finishingMb,
        MbPerHour: memory.slope,
        MbPerHourNoise: memory.noise,
        Handles: lastHandles,
        HandlesPerHour: handles.slope,
        LoopP99Ms: loop.p99Ms,
        RecordingBlockMs: blocks.recordingBlockMs,
        FinishingBlockMs: blocks.finishingBlockMs,
      };
      return Object.entries(own).map(([what, n]) => [`${figureName(name)}${what}`, rounded(n)] as const);
    },
  );
  return { published, lost, otherFilesPerHour: rounded(otherFiles.slope), ...Object.fromEntries(ofServices) };
}

/** A slope within its noise (95 %) is none. */
function goalsOf({ services, lost, otherFiles }: SoakFigures): Goal[] {
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
  const flat = (name: string, { slope, noise }: Trend, unit: string): Goal =>
    goal(`${name}, above its noise`, Math.max(0, slope - noise), { most: 0, unit });
  return [
    goal('lost segments', lost, { most: 0, unit: 'segments' }),
    flat('files that are not media', otherFiles, 'files/h'),
    ...services.flatMap(({ name, memory, handles, loop, recordingBlockMs, finishingBlockMs }) => [
      flat(`memory of ${figureName(name)}`, memory, 'MB/h'),
      flat(`handles of ${figureName(name)}`, handles, 'handles/h'),
      goal(`event loop of ${figureName(name)}, p99`, loop.p99Ms, { most: LOOP_P99_MS, unit: 'ms' }),
      goal(`longest block of ${figureName(name)}`, Math.max(recordingBlockMs, finishingBlockMs), {
        most: BLOCK_MS,
        unit: 'ms',
      }),
    ]),
  ];
}

function parseOptions(args: readonly string[]): { readonly json: boolean; readonly hours: number } {
  try {
    const options = { json: { type: 'boolean', default: false }, hours: { type: 'string', default: '24' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const hours = Number(values.hours);
    if (!(hours >= 0.5)) throw new UserError(untranslated('arguments', USAGE));
    return { json: values.json, hours };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
