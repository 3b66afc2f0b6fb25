import { subjectOf } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { busCall } from './bus-call.js';
import { type CommandDef, subjectToken } from './message-codec.js';
import { STREAMS } from './stream-plan.js';

/**
 * Number of queued or running commands, by command name. A command leaves the stream when it is done.
 * @throws OutsideError `bus-unavailable`
 */
export async function queuedCommands(link: BusLink): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const [subject, count] of Object.entries(await queuedSubjects(link, 'cmd.>'))) {
    const name = subject.split('.')[1] ?? '';
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

/**
 * Whether the command of this name and key is queued or running.
 * @throws OutsideError `bus-unavailable`
 */
export async function isCommandQueued(link: BusLink, def: CommandDef, key: string): Promise<boolean> {
  return Object.keys(await queuedSubjects(link, subjectOf(def, subjectToken(key)))).length > 0;
}

/** Number of messages by subject. */
async function queuedSubjects({ jsm }: BusLink, filter: string): Promise<Readonly<Record<string, number>>> {
  const { state } = await busCall('list queued commands', () =>
    jsm.streams.info(STREAMS.commands, { subjects_filter: filter }),
  );
  return state.subjects ?? {};
}
