import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

const Ready = z.object({
  ready: z.literal(true),
  port: z.int().min(0).max(65_535).optional(),
  channels: z.array(z.object({ name: z.string(), page: z.string(), kind: z.string() })).optional(),
});
export type ReadyMessage = z.infer<typeof Ready>;

/** The first `{ready: true}` that a child of ours says over IPC. */
export async function readyMessage(child: ChildProcess, signal: AbortSignal): Promise<ReadyMessage> {
  for (;;) {
    const [message] = (await once(child, 'message', { signal })) as [unknown];
    const said = Ready.safeParse(message);
    if (said.success) return said.data;
  }
}

/** What api says when the operator stops Vodkeep on the page (apps/api house-stop.ts). */
export const isStopHouse = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'stopHouse' in message && message.stopHouse === true;

/** Resolves when something accepts connections on a loopback port. */
export async function listens(port: number, signal: AbortSignal): Promise<void> {
  while (!(await accepts(port))) await pause(50, null, { signal });
  signal.throwIfAborted();
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
