import type { MediaSpec } from './media/media-spec.js';
import type { TwitchAction, TwitchChannelSpec } from './twitch/twitch-spec.js';

/**
 * Effect of a fault on a request. `close`: the connection ends without a response; `truncate`: half the body, then the
 * connection ends; `stall`: half the body, then nothing.
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

/** A fault ends after it applied `times` times or after `forMs`; without either, it is permanent. */
export interface FaultRule {
  readonly on: 'playlist' | 'master' | 'segment' | 'init' | 'key' | 'all';
  readonly mode: FaultMode;
  /** Applies only to segments with these sequence numbers. */
  readonly fromSeq?: number;
  readonly toSeq?: number;
  readonly times?: number;
  readonly forMs?: number;
  /** Only for `slow`. */
  readonly bytesPerS?: number;
}

interface RenditionSpec {
  readonly name: string;
  readonly media: MediaSpec;
}

export interface ChannelSpec {
  readonly name: string;
  /** Best first. With more than one rendition, or with `master`, the channel's address is a master playlist. */
  readonly renditions: readonly RenditionSpec[];
  readonly container: 'ts' | 'fmp4';
  readonly segmentS: number;
  /** Number of segments in the playlist. */
  readonly window: number;
  readonly master?: boolean;
  /** Number of segments in the playlist at the start of a broadcast; default 1, as after an encoder's start. */
  readonly prefill?: number;
  /** Adds EXT-X-PROGRAM-DATE-TIME to every segment; default true. */
  readonly programDateTime?: boolean;
  /** All segments are ranges of one growing file. */
  readonly byteRange?: boolean;
  readonly aes?: { readonly rotateEvery: number; readonly explicitIv: boolean };
  /** `user:password` that HTTP Basic requires. */
  readonly auth?: string;
  /**
   * Time during which a removed segment remains available; default: the time that RFC 8216 6.2.2 requires (the
   * durations of the segment and of the playlist).
   */
  readonly keepRemovedMs?: number;
  /** Added to all timestamps: 95,400 s is shortly before the 33-bit clock wraps. */
  readonly firstPtsS?: number;
  /**
   * The channel belongs to the simulated Twitch: `start`, `resume`, `drop` and `end` also affect its broadcast, and it
   * accepts {@link TwitchAction}s.
   */
  readonly twitch?: TwitchChannelSpec;
}

interface GoLive {
  /**
   * `reset`: numbers start at 0 and the old playlist is removed, as after a server's restart. `gap`: it is removed too,
   * and the numbers of `skipSegments` are never listed.
   */
  readonly sequence?: 'continue' | 'reset' | 'gap';
  /** `restart`: timestamps restart, as after an encoder's restart. */
  readonly timestamps?: 'continue' | 'restart';
  readonly discontinuity?: boolean;
  /** Segments of the source that are never offered, because the source continued while the channel was down. */
  readonly skipSegments?: number;
}

export type Action =
  /** Starts a new broadcast from the source's first frame, with numbers and timestamps from 0. */
  | ({ readonly do: 'start' } & GoLive)
  /** Returns after a drop. Default: numbers continue, timestamps restart, and a discontinuity is marked. */
  | ({ readonly do: 'resume' } & GoLive)
  /**
   * No new segments are made; the playlist is frozen (`frozen`) or requests for it get this response. `offline`: Twitch
   * reports the channel as offline too, and `resume` continues the same broadcast.
   */
  | { readonly do: 'drop'; readonly answer: FaultMode | 'frozen'; readonly offline?: boolean }
  /** The next segment starts a new epoch without a pause. */
  | { readonly do: 'discontinuity'; readonly timestamps?: 'continue' | 'restart' }
  | ({ readonly do: 'fault' } & FaultRule)
  | { readonly do: 'clear' }
  /** The next segments are listed with EXT-X-GAP. */
  | { readonly do: 'gap'; readonly segments: number }
  /** From now on, the master playlist offers these renditions. */
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
  /** The steps repeat after this time. */
  readonly repeatMs?: number;
}
