import { parseArgs } from 'node:util';
import { messageOf, untranslated, UserError } from '#libs/errors';
import { quantile } from '../measure/quantile.js';
import type { Goal } from '../report/goals.js';
import { goalLines } from '../report/table.js';
import { type FinaliseFigures, runFinalise } from './run-finalise.js';

const USAGE = 'npm run bench -- finalise [--json] [--minutes 1,60,600] [--short 20]';
const PLAYABLE_S = 2;
const COPY_RATIO = 1.2;

export interface FinaliseBenchPorts {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/** Measures the time from the end of a stream to its file. @throws UserError `arguments`: one is not allowed */
export async function finaliseBench(args: readonly string[], ports: FinaliseBenchPorts): Promise<void> {
  const { json, minutes, short } = parseOptions(args);
  ports.say(`finalise: ${String(short)} of a minute, then ${minutes.join(', ')} minutes`);
  const figures = await runFinalise({ minutes, short, dir: ports.dir, say: ports.say });
  const goals = goalsOf(figures);
  ports.say(goalLines(goals));
  if (json) ports.say(JSON.stringify({ bench: 'finalise', machine: ports.machine, figures: flatOf(figures), goals }));
}

const rounded = (n: number): number => Number(n.toPrecision(4));

function flatOf({ shortPlayableS, long }: FinaliseFigures): Record<string, number> {
  const ofLong = long.flatMap(({ minutes, playableS, fileS, copyS }) => {
    const named = { playable: playableS, file: fileS, copy: copyS };
    return Object.entries(named).map(([name, s]) => [`${name}${String(minutes)}MinS`, rounded(s)] as const);
  });
  return {
    short: shortPlayableS.length,
    shortPlayableP95S: rounded(quantile(shortPlayableS, 0.95)),
    ...Object.fromEntries(ofLong),
  };
}

/** The same limit at each length: the time until a VOD is playable does not grow with it. */
function goalsOf({ shortPlayableS, long }: FinaliseFigures): Goal[] {
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
  const playable = { most: PLAYABLE_S, unit: 's' };
  return [
    ...(shortPlayableS.length === 0
      ? []
      : [goal('end to playable after the grace period, p95 of a minute', quantile(shortPlayableS, 0.95), playable)]),
    ...long.flatMap(({ minutes, playableS, fileS, copyS }) => [
      goal(`end to playable after the grace period, ${String(minutes)} min`, playableS, playable),
      goal(`playable to file against ffmpeg -c copy, ${String(minutes)} min`, fileS / copyS, {
        most: COPY_RATIO,
        unit: 'x',
      }),
    ]),
  ];
}

function parseOptions(args: readonly string[]): {
  readonly json: boolean;
  readonly minutes: readonly number[];
  readonly short: number;
} {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '1,60,600' },
        short: { type: 'string', default: '20' },
      },
    });
    const minutes = values.minutes.split(',').map(Number);
    const short = Number(values.short);
    if (![...minutes, short + 1].every((n) => Number.isInteger(n) && n >= 1))
      throw new UserError(untranslated('arguments', USAGE));
    return { json: values.json, minutes, short };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
