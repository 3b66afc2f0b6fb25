import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when the condition is true. If it never becomes true, jest's own time limit ends the test. */
export async function until(hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await hasHappened())) await pause(20);
}
