import { spawn, type ChildProcess } from 'node:child_process';
import { SOURCE_FLAGS } from '../../../tools/testrun/source-flags.mjs';

/**
 * Runs a TypeScript file of this repository in a separate process that a test can kill, without a build. Its stdout is
 * piped; its stderr is inherited.
 */
export function runSource(file: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...SOURCE_FLAGS, file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}
