import { OutsideError, untranslated } from '#libs/errors';
import type { Vod } from '#libs/contracts';
import type { Stream } from './stream.js';

/** State of the work at the moment of the fault. */
export interface Evidence {
  /** Part that the fault hits: `recorder-1`, `nats`, ... */
  readonly child: string;
  readonly pid: number | null;
  /** Bytes that the work had written. */
  readonly bytes: number;
  /** State of the work, for example `writing`. */
  readonly state: string;
  /** Time since the last progress of the work. */
  readonly quietMs: number;
}

const WORKING_STATES = ['writing', 'spooling', 'converting'];
/** Three segments: a recorder that fetched nothing for this time is not at work. */
const MAX_QUIET_MS = 3000;

/** @returns why the fault hit nothing; null when it hit work in progress */
export function idleReason({ child, pid, bytes, state, quietMs }: Evidence): string | null {
  if (pid === null) return `${child} did not run`;
  if (!WORKING_STATES.includes(state)) return `the stage was "${state}"`;
  if (bytes === 0) return 'not a byte was written';
  if (quietMs > MAX_QUIET_MS) return `nothing had moved for ${(quietMs / 1000).toFixed(1)} s`;
  return null;
}

/**
 * Reports the fault, and rejects a fault that hits no work in progress.
 * @throws OutsideError `nothing-in-progress`
 */
export function reportFault(evidence: Evidence, say: (line: string) => void): void {
  const { child, pid, bytes, state } = evidence;
  say(`fault: ${child} pid ${String(pid)}, ${String(bytes)} bytes, stage ${state}`);
  const why = idleReason(evidence);
  if (why !== null)
    throw new OutsideError(untranslated('nothing-in-progress', `nothing was in progress at the fault: ${why}`));
}

/**
 * State of a recording, from the installation's API and the sim's log. Waits for the next fetched segment first: a
 * session that restarts, or a busy machine, may be idle for seconds although the recording continues.
 * @throws OutsideError `never`: when no further segment is fetched; `nothing-in-progress`: when there is no VOD
 */
export async function recordingEvidence(
  stream: Pick<Stream, 'vod' | 'waitUntilFetched' | 'lastFetchedAt'>,
  { child, pid }: Pick<Evidence, 'child' | 'pid'>,
): Promise<Evidence & { readonly vod: Vod }> {
  await stream.waitUntilFetched(Date.now());
  const vod = await stream.vod();
  if (vod === null)
    throw new OutsideError(
      untranslated('nothing-in-progress', 'nothing was in progress at the fault: there is no VOD'),
    );
  return {
    child,
    pid,
    bytes: vod.live?.bytes ?? 0,
    state: vod.live?.state ?? vod.state,
    // The api may have needed seconds for its answer, in which the recorder went on.
    quietMs: Date.now() - (stream.lastFetchedAt() ?? 0),
    vod,
  };
}
