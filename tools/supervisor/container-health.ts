import { readdirSync, readFileSync } from 'node:fs';
import { SILENT_LIMIT_MS } from './silent-limit.js';

interface CheckedContainer {
  /** An address that the service answers as long as its event loop runs. */
  readonly url: string;
  /** The first process of the container, whose only child is the service. */
  readonly firstProcess?: number;
  readonly silentLimitMs?: number;
}

/**
 * Health check of a container: ends a service whose event loop is blocked, because Docker only marks such a container,
 * but restarts one whose service has ended. A service that does not listen yet is left alone.
 * @returns whether the service answered
 */
export async function checkContainer({
  url,
  firstProcess = 1,
  silentLimitMs = SILENT_LIMIT_MS,
}: CheckedContainer): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(silentLimitMs) });
    return answer.ok;
  } catch (failed) {
    const isSilent = failed instanceof DOMException && failed.name === 'TimeoutError';
    if (isSilent) for (const pid of childrenOf(firstProcess)) process.kill(pid, 'SIGKILL');
    return false;
  }
}

/** Processes that another one has started; this one is none of them. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && parentOf(name) === parent)
    .map(Number);

/** Null: it has ended meanwhile. The name of a program in front of the fields may contain anything. */
function parentOf(pid: string): number | null {
  try {
    const [, , parent] = /^.*\) (\S) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}
