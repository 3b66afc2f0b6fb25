import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { identityOf, stillRuns, type ProcessIdentity } from './process-identity.js';

const Written = z.object({ pid: z.int().positive(), bootId: z.string(), startTicks: z.string() });
const SUFFIX = '.pid';

/** Records a child, so that the next supervisor can end it if this supervisor is killed. */
export function writePidFile(runDir: string, name: string, pid: number): void {
  const identity = identityOf(pid);
  if (identity !== null) writeFileSync(join(runDir, name + SUFFIX), JSON.stringify(identity));
}

export function removePidFile(runDir: string, name: string): void {
  rmSync(join(runDir, name + SUFFIX), { force: true });
}

/** @returns null if the file is missing or incomplete, or its process has ended */
function readPidFile(runDir: string, name: string): ProcessIdentity | null {
  try {
    const written = Written.parse(JSON.parse(readFileSync(join(runDir, name + SUFFIX), 'utf8')));
    return stillRuns(written) ? written : null;
  } catch {
    return null;
  }
}

interface EndOrphans {
  readonly runDir: string;
  /** names in the order in which they must end */
  readonly order: readonly string[];
  readonly graceMs: number;
  readonly say: (line: string) => void;
}

/**
 * Ends processes that an earlier, killed supervisor left running: first SIGINT, then SIGKILL for the whole process
 * group.
 */
export async function endOrphans({ runDir, order, graceMs, say }: EndOrphans): Promise<void> {
  for (const name of byOrder(pidFileNames(runDir), order)) {
    const orphan = readPidFile(runDir, name);
    if (orphan !== null) {
      say(`Ending ${name} (process ${String(orphan.pid)}), left over from an earlier run`);
      await endGroup(orphan, graceMs);
    }
    removePidFile(runDir, name);
  }
}

function pidFileNames(runDir: string): string[] {
  if (!existsSync(runDir)) return [];
  return readdirSync(runDir)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
}

function byOrder(names: readonly string[], order: readonly string[]): string[] {
  const rank = (name: string) => order.findIndex((known) => name === known || name.startsWith(`${known}-`));
  return [...names].sort((a, b) => rank(a) - rank(b));
}

async function endGroup(orphan: ProcessIdentity, graceMs: number): Promise<void> {
  signalQuietly(orphan.pid, 'SIGINT');
  const end = performance.now() + graceMs;
  while (stillRuns(orphan) && performance.now() < end) await pause(50);
  signalQuietly(-orphan.pid, 'SIGKILL');
  while (stillRuns(orphan)) await pause(20);
}

/** Sends a signal to a process, or to a group (negative pid). Ignores a process that has already ended. */
export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
}
