import { parseArgs } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import type { Goal } from '../report/goals.js';
import { runDetect, type DetectFigures } from './run-detect.js';

const USAGE = 'npm run bench -- detect [--json] [--channels 1000] [--streams 8]';
const MAX_CHANNELS = 5000;
/** Leaves a margin below the 32 slots of the recorder. */
const MAX_STREAMS = 15;

export interface DetectBenchPorts {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/**
 * Measures the detection and prints its figures.
 * @throws UserError `arguments` - an argument is not allowed
 */
export async function detectBench(args: readonly string[], { say, machine, dir }: DetectBenchPorts): Promise<void> {
  const { json, channels, streams } = parseOptions(args);
  say(`detect, ${String(channels)} channels, ${String(streams)} go live by each way`);
  const figures = await runDetect({ channels, streams, dir, say });
  const goals = goalsOf(figures);
  for (const goal of goals)
    say(
      `  ${goal.holds ? 'holds' : 'FAILS'}  ${goal.name}: ${String(goal.value)} ${goal.unit} (goal ${goal.op} ${String(goal.goal)})`,
    );
  if (json) say(JSON.stringify({ bench: 'detect', machine, figures: { channels, streams, ...figures }, goals }));
}

/** The goals in seconds apply to the worst value of the run. */
function goalsOf({ requestsPerMinute, polledWorstS, pushedWorstS }: DetectFigures): Goal[] {
  const goal = (
    name: string,
    value: number,
    { most, unit }: { readonly most: number; readonly unit: string },
  ): Goal => ({ name, value: Number(value.toPrecision(4)), op: '<=', goal: most, unit, holds: value <= most });
  return [
    goal('requests a minute', requestsPerMinute, { most: 60, unit: 'requests' }),
    goal('go-live to first stored segment, with push', pushedWorstS, { most: 3, unit: 's' }),
    goal('go-live to first stored segment, without', polledWorstS, { most: 62, unit: 's' }),
  ];
}

function parseOptions(args: readonly string[]): {
  readonly json: boolean;
  readonly channels: number;
  readonly streams: number;
} {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        channels: { type: 'string', default: '1000' },
        streams: { type: 'string', default: '8' },
      },
    });
    const [channels, streams] = [Number(values.channels), Number(values.streams)];
    if (!(Number.isInteger(channels) && channels >= 2 * streams && channels <= MAX_CHANNELS))
      throw new UserError(
        untranslated('arguments', `--channels must be from twice --streams to ${String(MAX_CHANNELS)}. ${USAGE}`),
      );
    if (!(Number.isInteger(streams) && streams >= 1 && streams <= MAX_STREAMS))
      throw new UserError(untranslated('arguments', `--streams must be from 1 to ${String(MAX_STREAMS)}. ${USAGE}`));
    return { json: values.json, channels, streams };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
