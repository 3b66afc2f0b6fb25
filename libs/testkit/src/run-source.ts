import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const HOOKS = path.resolve(import.meta.dirname, '../../../tools/testrun/from-source.mjs');
const FLAGS = [
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
  '--conditions=source',
  '--import',
  HOOKS,
];

/**
 * Runs a TypeScript file of ours as a process of its own, to be killed: no build needed. Its output is piped, its
 * errors are seen.
 */
export function runSource(file: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...FLAGS, file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}
