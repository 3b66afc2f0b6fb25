import { type PartEndCause, type VodState } from '#libs/contracts';
import { type Message, message } from '#libs/messages';

/**
 * State of a part; times in ms since the Unix epoch. `endedAt`: null while it is being written; `segments`: number of
 * stored segments.
 */
export interface PartState {
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly segments: number;
  readonly cause: PartEndCause | null;
}

/**
 * Everything that determines a VOD's state. `assigned`: it should still be recorded; `refusal`: why the recorder could
 * not record it.
 */
export interface VodFacts {
  readonly assigned: boolean;
  readonly parts: readonly PartState[];
  readonly refusal: Message | null;
  readonly convertState: 'queued' | 'running' | 'done' | 'failed' | null;
  readonly convertReason: Message | null;
  readonly wantsConversion: boolean;
  /** The stream is live, and no recorder has it. */
  readonly isUnrecorded: boolean;
  /** Number of recorders that died with it, if that is why nobody records it now. Absent or null: it is not set aside. */
  readonly setAsideAfter?: number | null;
  /** Whether its recording is paused because the disk is almost full. */
  readonly isHeldForSpace?: boolean;
  /** State of the download, for a VOD that Vodkeep downloads from the site. Absent or null: the VOD is recorded. */
  readonly download?: DownloadFacts | null;
}
/** `reason`: why it waits or failed; null if the state is self-explanatory. */
interface DownloadFacts {
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly reason: Message | null;
}
/** A state and its reason for the operator; null if the state is self-explanatory. */
export interface Derived {
  readonly state: VodState;
  readonly reason: Message | null;
}

/** Whether a VOD waits for a free recorder: no recorder has accepted it, and none has refused it. */
export const isQueued = ({ state, refusal }: Pick<VodFacts, 'refusal'> & { readonly state: VodState }): boolean =>
  state === 'waiting' && refusal === null;

/**
 * Derives the state of a VOD from its facts alone. A repeated or late fact gives the same state, so there are no
 * illegal transitions. `paused`: the stream dropped and may return, or no
 * recorder has it; `ended`: over and playable from segments; `failed`:
 * nothing was recorded, or the file could not be made.
 */
export function deriveVodState(f: VodFacts): Derived {
  if (f.download && f.download.state !== 'done')
    return { state: f.download.state === 'failed' ? 'failed' : 'downloading', reason: f.download.reason };
  const written = f.parts.some((p) => p.segments > 0);
  if (f.parts.some((p) => p.endedAt === null)) return { state: 'capturing', reason: null };
  if (f.assigned) return deriveUnrecorded(f, written);
  if (!written) return { state: 'failed', reason: f.refusal ?? message('verdict.nothing-recorded') };
  return deriveFinished(f);
}

function deriveUnrecorded(facts: VodFacts, written: boolean): Derived {
  const { setAsideAfter = null, isHeldForSpace = false, isUnrecorded, refusal } = facts;
  const state = written ? 'paused' : 'waiting';
  if (setAsideAfter !== null) return { state, reason: message('verdict.set-aside', { n: setAsideAfter }) };
  if (isHeldForSpace) return { state, reason: message('verdict.space-paused') };
  if (!written) return { state, reason: refusal ?? message('verdict.queued') };
  return { state, reason: isUnrecorded ? message('verdict.no-recorder') : message('verdict.stream-dropped') };
}

function deriveFinished(f: VodFacts): Derived {
  switch (f.convertState) {
    case 'done':
      return { state: 'finalized', reason: null };
    case 'failed':
      return { state: 'failed', reason: f.convertReason };
    case 'running':
      return { state: 'converting', reason: null };
    case 'queued':
      return { state: f.convertReason === null ? 'converting' : 'ended', reason: f.convertReason };
    case null:
      return f.wantsConversion
        ? { state: 'ended', reason: null }
        : { state: 'finalized', reason: message('verdict.kept-as-segments') };
  }
}

/** Flags of the v0 object for each state (docs/reference/v0-api.md). */
export const STATE_FLAGS = {
  waiting: { is_capturing: false, is_capture_paused: false, is_converting: false, is_finalized: false, failed: false },
  capturing: { is_capturing: true, is_capture_paused: false, is_converting: false, is_finalized: false, failed: false },
  paused: { is_capturing: true, is_capture_paused: true, is_converting: false, is_finalized: false, failed: false },
  ended: { is_capturing: false, is_capture_paused: false, is_converting: false, is_finalized: false, failed: false },
  converting: {
    is_capturing: false,
    is_capture_paused: false,
    is_converting: true,
    is_finalized: false,
    failed: false,
  },
  finalized: { is_capturing: false, is_capture_paused: false, is_converting: false, is_finalized: true, failed: false },
  failed: { is_capturing: false, is_capture_paused: false, is_converting: false, is_finalized: false, failed: true },
  downloading: {
    is_capturing: false,
    is_capture_paused: false,
    is_converting: false,
    is_finalized: false,
    failed: false,
  },
} as const satisfies Record<VodState, Record<string, boolean>>;
