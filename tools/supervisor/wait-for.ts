import { on, once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { BugError } from '#libs/errors';

const Ready = z.object({
  ready: z.literal(true),
  port: z.int().min(0).max(65_535).optional(),
  channels: z.array(z.object({ name: z.string(), page: z.string(), kind: z.string() })).optional(),
});
export type ReadyMessage = z.infer<typeof Ready>;

const Progress = z.object({ progress: z.string() });

/**
 * Waits for the first `{ready: true}` that a child sends over IPC.
 * @param onProgress receives each earlier `{progress: text}`
 */
export async function readyMessage(
  child: ChildProcess,
  signal: AbortSignal,
  onProgress: (text: string) => void = () => undefined,
): Promise<ReadyMessage> {
  for await (const [message] of on(child, 'message', { signal })) {
    const ready = Ready.safeParse(message);
    if (ready.success) return ready.data;
    const progress = Progress.safeParse(message);
    if (progress.success) onProgress(progress.data.progress);
  }
  throw new BugError('no-ready-message', 'The messages of a child ended without an error');
}

/** Whether this is the api's message that the operator stops Vodkeep on the page (apps/api installation-stop.ts). */
export const isStopInstallation = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'stopInstallation' in message && message.stopInstallation === true;

/** Whether this is a heartbeat of a service (libs/service-kit heartbeat.ts). */
export const isHeartbeat = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'alive' in message && message.alive === true;

/** Resolves when a program accepts connections on a loopback port. */
export async function waitUntilListening(port: number, signal: AbortSignal): Promise<void> {
  while (!(await acceptsConnection(port))) await pause(50, null, { signal });
  signal.throwIfAborted();
}

async function acceptsConnection(port: number): Promise<boolean> {
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
