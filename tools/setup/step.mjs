import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SetupFault } from './fault.mjs';
import { PATH, ROOT } from './where.mjs';

const HEARTBEAT_MS = 10_000;
const TAIL_LINES = 30;

/** @param {string} line */
export const say = (line) => { console.log(line); };

/**
 * @typedef {object} Command
 * @property {string} what in the operator's words: "npm packages"
 * @property {string} file
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {string} [remedy] what to do when it fails
 */

/**
 * Runs one step of set-up: says what it does, every ten seconds that it still does it and what it said last, and how long it took.
 * Its words are shown only when it fails.
 * @param {Command} command
 * @throws SetupFault with the last lines of the program and the remedy
 */
export async function step({ what, file, args, env = {}, remedy = '' }) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  say(`  ${what} ...`);
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH, ...env } });
  /** @type {string[]} */
  const tail = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => { if (line.trim() !== '') tail.push(line.trimEnd()); tail.splice(0, tail.length - TAIL_LINES); });
  }
  const beat = setInterval(() => { say(`  ${what} ... ${seconds()}${tail.length > 0 ? `  ${String(tail.at(-1)).slice(0, 100)}` : ''}`); }, HEARTBEAT_MS);
  const code = await new Promise((resolve) => { child.once('close', resolve).once('error', (fault) => { tail.push(fault.message); resolve(-1); }); });
  clearInterval(beat);
  if (code !== 0) throw new SetupFault([...tail, '', `${what}: ${file} ${args.join(' ')} failed (${String(code)}).`, remedy].join('\n').trim());
  say(`  ${what}: done in ${seconds()}`);
}
