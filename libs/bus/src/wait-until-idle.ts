import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type BusLink } from './bus-link.js';
import { busCall } from './bus-call.js';
import { STREAMS } from './stream-plan.js';

/** Whether all commands and events are acknowledged. @throws OutsideError `bus-unavailable` */
export async function isIdle({ jsm }: BusLink): Promise<boolean> {
  return busCall('check whether the bus is idle', async () => {
    for (const stream of [STREAMS.commands, STREAMS.events]) {
      for await (const consumer of jsm.consumers.list(stream))
        if (consumer.num_pending + consumer.num_ack_pending > 0) return false;
    }
    return (await jsm.streams.info(STREAMS.commands)).state.messages === 0;
  });
}

/**
 * Waits until no message is queued or in progress. Tests and tools use it instead of sleeping.
 * @throws OutsideError `not-settled` - still busy after `withinMs`
 */
export async function waitUntilIdle(
  bus: { isIdle(): Promise<boolean> },
  { withinMs = 30_000, now = Date.now }: { readonly withinMs?: number; readonly now?: () => number } = {},
): Promise<void> {
  const until = now() + withinMs;
  while (!(await bus.isIdle())) {
    if (now() > until) throw new OutsideError(message('error.not-settled', { ms: withinMs }));
    await wait(20);
  }
}
