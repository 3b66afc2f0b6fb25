import type { MediaSpec } from './media/media-spec.js';
import type { TwitchAction, TwitchChannelSpec } from './twitch/twitch-spec.js';

/**
 * What a request meets instead of its answer. `close`: the connection ends without one; `truncate`: half the body, then
 * that; `stall`: half the body, then nothing.
 */
export const FAULT_MODES = [
  '403',
  '404',
  '410',
  '500',
  '503',
  'close',
  'hang',
  'slow',
  'truncate',
  'stall',
  'html',
  'empty',
] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** A fault holds until it has struck `times`, or `forMs` are over, or for good. */
export interface FaultRule {
  readonly on: 'playlist' | 'master' | 'segment' | 'init' | 'key' | 'all';
  readonly mode: FaultMode;
  /** Only segments with these sequence numbers. */
  readonly fromSeq?: number;
  readonly toSeq?: number;
  readonly times?: number;
  readonly forMs?: number;
  /** For `slow`. */
  readonly bytesPerS?: number;
}

export interface RenditionSpec {
  readonly name: string;
  readonly media: MediaSpec;
}

export interface ChannelSpec {
  readonly name: string;
  /** Best first. More than one, or `master`: the channel's address is a master playlist. */
  readonly renditions: readonly RenditionSpec[];
  readonly container: 'ts' | 'fmp4';
  readonly segmentS: number;
  /** Segments in the list. */
  readonly window: number;
  readonly master?: boolean;
  /** Segments that are in the list the moment it goes live; 1 when not given, as after an encoder's start. */
  readonly prefill?: number;
  /** EXT-X-PROGRAM-DATE-TIME on every segment; on when not given. */
  readonly programDateTime?: boolean;
  /** All segments are ranges of one growing file. */
  readonly byteRange?: boolean;
  readonly aes?: { readonly rotateEvery: number; readonly explicitIv: boolean };
  /** `user:password` asked for by HTTP Basic. */
  readonly auth?: string;
  /**
   * How long a removed segment can still be fetched; as RFC 8216 6.2.2 asks (its length and that of the list) when not
   * given.
   */
  readonly keepRemovedMs?: number;
  /** Added to all timestamps: 95,400 s is shortly before the 33-bit clock wraps. */
  readonly firstPtsS?: number;
  /**
   * The channel is one of the simulated Twitch: `start`, `resume`, `drop` and `end` are its broadcast's too, and it
   * takes {@link TwitchAction}s.
   */
  readonly twitch?: TwitchChannelSpec;
}

interface GoLive {
  /**
   * `reset`: numbers begin at 0 and the old list is gone, as after a server's restart. `gap`: it is gone too, and the
   * numbers of `skipSegments` were never listed.
   */
  readonly sequence?: 'continue' | 'reset' | 'gap';
  /** `restart`: timestamps begin anew, as after an encoder's restart. */
  readonly timestamps?: 'continue' | 'restart';
  readonly discontinuity?: boolean;
  /** Segments of the source that nobody was offered: it went on while the channel was away. */
  readonly skipSegments?: number;
}

export type Action =
  /** A new broadcast: from the source's first frame, numbers and timestamps from 0. */
  | ({ readonly do: 'start' } & GoLive)
  /** Back after a drop; numbers go on, timestamps begin anew, a discontinuity is marked, when not said otherwise. */
  | ({ readonly do: 'resume' } & GoLive)
  /**
   * Nothing new is made; the playlist stands still (`frozen`) or answers so. `offline`: Twitch says so too, and
   * `resume` is the same broadcast again.
   */
  | { readonly do: 'drop'; readonly answer: FaultMode | 'frozen'; readonly offline?: boolean }
  /** The next segment begins a new epoch without a pause. */
  | { readonly do: 'discontinuity'; readonly timestamps?: 'continue' | 'restart' }
  | ({ readonly do: 'fault' } & FaultRule)
  | { readonly do: 'clear' }
  /** The next segments are listed with EXT-X-GAP. */
  | { readonly do: 'gap'; readonly segments: number }
  /** The master offers these renditions from now on. */
  | { readonly do: 'qualities'; readonly renditions: readonly string[] }
  | { readonly do: 'end'; readonly how: 'endlist' | 'vanish' };

export interface Step {
  readonly atMs: number;
  readonly channel: string;
  readonly action: Action | TwitchAction;
}

export interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly channels: readonly ChannelSpec[];
  readonly steps: readonly Step[];
  /** The steps begin again after so long. */
  readonly repeatMs?: number;
}
