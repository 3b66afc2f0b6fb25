import { spawn, type ChildProcess } from 'node:child_process';
import { SOURCE_FLAGS } from '../../../tools/testrun/source-flags.mjs';

/**
 * Runs a TypeScript file of ours as a process of its own, to be killed: no build needed. Its output is piped, its
 * errors are seen.
 */
export function runSource(file: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...SOURCE_FLAGS, file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}
