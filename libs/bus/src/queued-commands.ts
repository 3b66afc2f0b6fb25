import { type BusLink } from './bus-link.js';
import { busCall } from './bus-call.js';
import { STREAMS } from './stream-plan.js';

/**
 * How many commands of each name are queued or worked on: a command leaves the stream when it is done.
 * @throws OutsideError `bus-unavailable`
 */
export async function queuedCommands({ jsm }: BusLink): Promise<ReadonlyMap<string, number>> {
  const { state } = await busCall('the queue of commands', () =>
    jsm.streams.info(STREAMS.commands, { subjects_filter: 'cmd.>' }),
  );
  const counts = new Map<string, number>();
  for (const [subject, count] of Object.entries(state.subjects ?? {})) {
    const name = subject.split('.')[1] ?? '';
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}
