import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from './paths.mjs';

const HEARTBEAT_MS = 10_000;
const TAIL_LINES = 30;

/** @param {string} line */
export const say = (line) => {
  console.log(line);
};

/**
 * @typedef {object} Command
 * @property {string} what in the operator's words: "npm packages"
 * @property {string} file
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {string} [remedy] what the operator can do if it fails
 * @property {string} [cwd]
 * @property {number} [limitMs] time limit; the command is then ended
 * @property {number} [tries] default: 1
 */

/**
 * Runs one step of set-up. Prints what the step does; every ten seconds (later every thirty) that it still runs, with
 * its last output line; and finally how long it took. Shows its full output only if it fails.
 * @param {Command} command
 * @throws SetupFault with the last lines of the program and the remedy
 */
export async function step(command) {
  for (let left = command.tries ?? 1; ; left -= 1) {
    try {
      await attempt(command);
      return;
    } catch (thrown) {
      if (left <= 1) throw thrown;
      say(`  ${command.what}: failed, trying again`);
    }
  }
}

/** @param {Command} command */
async function attempt({ what, file, args, env = {}, remedy = '', cwd = ROOT, limitMs = 60 * 60_000 }) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  say(`  ${what} ...`);
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  });
  const tail = lastLines([child.stdout, child.stderr]);
  const endGroup = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const stopForwarding = forwardSignals(endGroup);
  const limit = setTimeout(endGroup, limitMs);
  let beats = 0;
  const beat = setInterval(() => {
    beats += 1;
    if (beats <= 6 || beats % 3 === 0)
      say(`  ${what} ... ${seconds()}${tail.length > 0 ? `  ${String(tail.at(-1)).slice(0, 100)}` : ''}`);
  }, HEARTBEAT_MS);
  const code = await new Promise((resolve) => {
    child.once('close', resolve).once('error', (fault) => {
      tail.push(fault.message);
      resolve(-1);
    });
  });
  clearInterval(beat);
  clearTimeout(limit);
  stopForwarding();
  if (code !== 0)
    throw new SetupFault(
      [
        ...tail,
        '',
        `${what}: ${file} ${args.join(' ')} ${code === null ? `was ended after ${seconds()}` : `failed (${code})`}.`,
        remedy,
      ]
        .join('\n')
        .trim(),
    );
  say(`  ${what}: done in ${seconds()}`);
}

/** @param {import('node:stream').Readable[]} streams @returns {string[]} a live list */
function lastLines(streams) {
  /** @type {string[]} */
  const tail = [];
  for (const stream of streams) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') tail.push(line.trimEnd());
      tail.splice(0, tail.length - TAIL_LINES);
    });
  }
  return tail;
}

/** Ends the steps that run. @type {Set<() => void>} */
const running = new Set();

/**
 * Ends all steps if set-up ends. A step runs in its own process group, so that the whole group can be ended; Ctrl-C must
 * therefore be forwarded to it.
 * @param {() => void} endGroup
 */
function forwardSignals(endGroup) {
  running.add(endGroup);
  const onSignal = () => {
    for (const end of running) end();
    process.exit(130);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    running.delete(endGroup);
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
}

/** A problem that the operator must fix; printed as it is, without a stack. */
export class SetupFault extends Error {
  /** @override */
  name = 'SetupFault';
}
