import { parseArgs } from 'node:util';
import { messageOf, UserError, untranslated } from '#libs/errors';
import type { Goal } from '../report/goals.js';
import { runAutomation, type AutomationFigures } from './run-automation.js';

const USAGE = 'npm run bench -- automation [--json] [--channels 1000] [--vods 100000] [--seconds 60]';
/** Goals of the issue. */
const MAX_PLAN_MS = 1000;
const MAX_BLOCK_MS = 50;
const MAX_CORES = 0.01;

interface Ports {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/**
 * Measures what the api does by itself in a large library: the plan of a clean-up of all channels, and the scheduler.
 * @throws UserError `arguments`: when an argument is not allowed; the message lists the allowed ones
 */
export async function automationBench(args: readonly string[], { say, machine, dir }: Ports): Promise<void> {
  const { json, ...plan } = parseOptions(args);
  say(`automation: ${String(plan.channels)} channels, ${String(plan.vods)} VODs`);
  const figures = await runAutomation({ ...plan, dir, say });
  say(
    `  scheduler with ${String(figures.schedulerTasks)} tasks ${(figures.schedulerCores * 100).toFixed(2)} % of a core`,
  );
  const goals = goalsOf(figures);
  for (const goal of goals)
    say(
      `  ${goal.holds ? 'holds' : 'FAILS'}  ${goal.name}: ${String(goal.value)} ${goal.unit} (goal ${goal.op} ${String(goal.goal)})`,
    );
  if (json) say(JSON.stringify({ bench: 'automation', machine, figures: { ...plan, ...figures }, goals }));
}

function goalsOf({ planMedianMs, planBlockMs, schedulerCores }: AutomationFigures): Goal[] {
  const atMost = (name: string, value: number, { goal, unit }: Pick<Goal, 'goal' | 'unit'>): Goal => ({
    name,
    value: Number(value.toPrecision(4)),
    op: '<=',
    goal,
    unit,
    holds: value <= goal,
  });
  return [
    atMost('plan of a clean-up of all channels, median', planMedianMs, { goal: MAX_PLAN_MS, unit: 'ms' }),
    atMost('longest block of the event loop while planning', planBlockMs, { goal: MAX_BLOCK_MS, unit: 'ms' }),
    atMost("the scheduler's own CPU", schedulerCores, { goal: MAX_CORES, unit: 'cores' }),
  ];
}

function parseOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean', default: false },
        channels: { type: 'string', default: '1000' },
        vods: { type: 'string', default: '100000' },
        seconds: { type: 'string', default: '60' },
      },
    });
    const plan = { channels: Number(values.channels), vods: Number(values.vods), seconds: Number(values.seconds) };
    if (!Object.values(plan).every((n) => Number.isInteger(n) && n >= 1))
      throw new UserError(untranslated('arguments', `Whole numbers from 1. ${USAGE}`));
    return { json: values.json, ...plan };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
