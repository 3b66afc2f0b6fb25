import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when it has happened; a test that waits in vain ends at jest's own limit. */
export async function until(hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await hasHappened())) await pause(20);
}
