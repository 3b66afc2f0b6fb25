import { setTimeout as pause } from 'node:timers/promises';
import { say } from './step.mjs';
import { TurnLock } from './turn-lock.mjs';
import { TOOLS } from './where.mjs';

/**
 * Two set-ups of one clone (a start beside a test run) take turns.
 * @param {() => Promise<void>} act
 */
export async function oneAtATime(act) {
  const lock = new TurnLock(TOOLS);
  let told = false;
  while (!lock.take()) {
    if (!told) say('Waiting for another set-up of this folder ...');
    told = true;
    await pause(200);
  }
  const release = () => {
    lock.release();
  };
  process.once('exit', release);
  try {
    await act();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}
