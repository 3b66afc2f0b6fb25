import { parseArgs } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import type { Goal } from '../report/goals.js';
import { runChatFile } from './run-chat-file.js';
import { runChat, WARM_S, type ChatFigures } from './run-chat.js';

const USAGE = 'npm run bench -- chat [--json] [--per-second 2000] [--seconds 60] [--file-mb 1000]';
/** Limit for the complete run, including the warm-up. */
const MAX_MESSAGES = 2_000_000;

export interface ChatBenchPorts {
  readonly say: (line: string) => void;
  readonly machine: string;
  readonly dir: string;
}

/** Runs the chat scenario and prints its figures. @throws UserError `arguments`: when an argument is not allowed */
export async function chatBench(args: readonly string[], { say, machine, dir }: ChatBenchPorts): Promise<void> {
  const { json, perSecond, seconds, fileMb } = parseOptions(args);
  say(`chat, ${String(perSecond)} messages a second for ${String(seconds)} s`);
  const figures = await runChat({ perSecond, seconds, dir, say });
  const goals = goalsOf(figures);
  say(
    `  recorder ${figures.recorderCpu.toFixed(4)} CPU s per 1,000 messages, bare reader ${figures.bareCpu.toFixed(4)}; PSS ${figures.pssMb.toFixed(0)} MB, live heap ${figures.liveHeapMb.toFixed(0)} MB with a slope of ${figures.slopeMbPerMin.toFixed(1)} MB/min; outside ${figures.outsideCores.toFixed(2)} cores`,
  );
  say(
    `  sent ${String(figures.sent)}, lost ${String(figures.lost)}, doubled ${String(figures.doubled)}; the bare reader received ${String(figures.bareLines)} lines`,
  );
  for (const goal of goals)
    say(
      `  ${goal.holds ? 'holds' : 'FAILS'}  ${goal.name}: ${String(goal.value)} ${goal.unit} (goal ${goal.op} ${String(goal.goal)})`,
    );
  const file = fileMb > 0 ? await runChatFile(fileMb, dir) : null;
  if (file)
    say(
      `  a chat file of ${file.megabytes.toFixed(0)} MB: written in ${file.writeS.toFixed(1)} s, read in ${file.readS.toFixed(1)} s, at most ${file.peakMb.toFixed(0)} MB of memory (${file.idleMb.toFixed(0)} before)`,
    );
  if (json)
    say(
      JSON.stringify({
        bench: 'chat',
        machine,
        figures: { perSecond, seconds, ...figures, ...(file ? { file } : {}) },
        goals,
      }),
    );
}

function goalsOf({ lost, doubled, slopeMbPerMin }: ChatFigures): Goal[] {
  const goal = (
    name: string,
    value: number,
    { most, unit }: { readonly most: number; readonly unit: string },
  ): Goal => ({ name, value: Number(value.toPrecision(4)), op: '<=', goal: most, unit, holds: value <= most });
  // 2,000 messages per second are 70 MB of records per minute; memory must not grow with every message.
  return [
    goal('messages lost', lost, { most: 0, unit: 'messages' }),
    goal('messages stored twice', doubled, { most: 0, unit: 'messages' }),
    goal('slope of the live heap of the recorder', slopeMbPerMin, { most: 10, unit: 'MB/min' }),
  ];
}

function parseOptions(args: readonly string[]): {
  readonly json: boolean;
  readonly perSecond: number;
  readonly seconds: number;
  readonly fileMb: number;
} {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'json': { type: 'boolean', default: false },
        'per-second': { type: 'string', default: '2000' },
        'seconds': { type: 'string', default: '60' },
        'file-mb': { type: 'string', default: '1000' },
      },
    });
    const [perSecond, seconds, fileMb] = [
      Number(values['per-second']),
      Number(values.seconds),
      Number(values['file-mb']),
    ];
    if (!Number.isFinite(fileMb))
      throw new UserError(untranslated('arguments', `--file-mb must be a number. ${USAGE}`));
    if (!(perSecond >= 1 && seconds >= 1 && perSecond * (2 * WARM_S + seconds) <= MAX_MESSAGES))
      throw new UserError(untranslated('arguments', `At most ${String(MAX_MESSAGES)} messages in all. ${USAGE}`));
    return { json: values.json, perSecond, seconds, fileMb };
  } catch (thrown) {
    if (thrown instanceof UserError) throw thrown;
    throw new UserError(untranslated('arguments', `${messageOf(thrown)}. ${USAGE}`));
  }
}
