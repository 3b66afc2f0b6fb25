import { OutsideError, untranslated } from '#libs/errors';
import type { Vod } from '#libs/contracts';
import type { Stream } from './stream.js';

/** What was going on when a part was hit. */
export interface Evidence {
  /** What is hit: `recorder-1`, `nats`, ... */
  readonly child: string;
  readonly pid: number | null;
  /** What the work had come to. */
  readonly bytes: number;
  /** What it was doing. */
  readonly state: string;
  /** Since the work last moved. */
  readonly quietMs: number;
}

const WORKING_STATES = ['writing', 'spooling', 'converting'];
/** Three segments: who fetched nothing for so long is not at work. */
const MOST_QUIET_MS = 3000;

/** @returns why the fault hit nothing; null when it hit work in progress */
export function whyIdle({ child, pid, bytes, state, quietMs }: Evidence): string | null {
  if (pid === null) return `${child} did not run`;
  if (!WORKING_STATES.includes(state)) return `the stage was "${state}"`;
  if (bytes === 0) return 'not a byte was written';
  if (quietMs > MOST_QUIET_MS) return `nothing had moved for ${(quietMs / 1000).toFixed(1)} s`;
  return null;
}

/**
 * Says what is hit, and refuses a fault that hits nothing.
 * @throws OutsideError `nothing-in-progress`
 */
export function reportFault(evidence: Evidence, say: (line: string) => void): void {
  const { child, pid, bytes, state } = evidence;
  say(`fault: ${child} pid ${String(pid)}, ${String(bytes)} bytes, stage ${state}`);
  const why = whyIdle(evidence);
  if (why !== null)
    throw new OutsideError(untranslated('nothing-in-progress', `nothing was in progress at the fault: ${why}`));
}

/**
 * What a recording is at, from the installation's API and the sim's log, as it has just moved: a session that begins anew, or a
 * busy machine, is quiet for seconds and at work all the same.
 * @throws OutsideError `never` when it does not move any more
 */
export async function recordingEvidence(
  stream: Pick<Stream, 'vod' | 'isFollowedAgain'>,
  { child, pid }: Pick<Evidence, 'child' | 'pid'>,
): Promise<Evidence & { readonly vod: Vod }> {
  const vod = await stream.vod();
  if (vod === null)
    throw new OutsideError(
      untranslated('nothing-in-progress', 'nothing was in progress at the fault: there is no VOD'),
    );
  const fetched = await stream.isFollowedAgain(Date.now());
  return {
    child,
    pid,
    bytes: vod.live?.bytes ?? 0,
    state: vod.live?.state ?? vod.state,
    quietMs: Date.now() - fetched,
    vod,
  };
}
