import { setImmediate as turn } from 'node:timers/promises';
import { messageOf } from '#libs/errors';
import { TurnMeter } from '../common/thread-cpu.js';
import type { Fault } from './fuzz-case.js';

/** The longest block of the event loop that a source may cause: CPU time of the thread between two turns. */
export const LONGEST_BLOCK_MS = 50;
/** Memory outside the heap that a case may take above its own size; the heap has the limit of the worker. */
const MAX_BUFFERS = 64 * 1024 * 1024;

/** Runs the engine on one input; throws if the engine does what it must not. */
export type Target = (parts: readonly Buffer[]) => void | Promise<void>;

/**
 * Runs a case and judges it.
 * @param longestMs the longest block of the event loop
 * @returns null if nothing is wrong
 */
export async function runCase(
  target: Target,
  parts: readonly Buffer[],
  longestMs = LONGEST_BLOCK_MS,
): Promise<Fault | null> {
  const buffersBefore = process.memoryUsage().arrayBuffers;
  const meter = new TurnMeter();
  try {
    await turn();
    await target(parts);
  } catch (thrown) {
    return { kind: 'crash', detail: thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown) };
  } finally {
    meter.stop();
  }
  if (meter.longestMs > longestMs)
    return { kind: 'block', detail: `${meter.longestMs.toFixed(0)} ms between two turns of the event loop` };
  const grown = process.memoryUsage().arrayBuffers - buffersBefore;
  if (grown > MAX_BUFFERS) return { kind: 'memory', detail: `${String(grown >> 20)} MB of buffers` };
  return null;
}
