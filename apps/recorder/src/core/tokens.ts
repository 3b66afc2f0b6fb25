import { HAND_OVER } from '#libs/contracts';

/** Which recorder process this is, and what it may hold. */
export interface RecorderIdentity {
  /** `<node>/<number>`. */
  readonly name: string;
  /** Stays the same over restarts: a node takes its own captures back. */
  readonly node: string;
  readonly pid: number;
  /** Most captures at once. */
  readonly slots: number;
}
export const IDENTITY = Symbol('recorder-identity');

/** How long things wait, ms. Tests set them small. */
export interface RecorderTimes {
  readonly renewMs: number;
  readonly snapshotMs: number;
  /** A page of the journal is written at least so often. */
  readonly pageMs: number;
  /** A capture that cannot start is tried again after this, then twice as long, up to `retryMaxMs`. */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /** After SIGTERM: how long a successor has to take the lease, and how long to show a stored segment. */
  readonly successorMs: number;
  readonly handOverMs: number;
  /** A chunk of chat is stored at least so often. */
  readonly chatChunkMs: number;
  /**
   * The same of a dump, which nobody checks before it is over: it may go on for weeks, and each chunk is an object to
   * be read at its end.
   */
  readonly dumpChunkMs: number;
  /** How often a dump notes until when its chat was received: where a gap begins when its recorder is killed. */
  readonly dumpMarkMs: number;
  /** The lists of emotes and badges are read again after this. */
  readonly chatListMs: number;
}
export const TIMES = Symbol('recorder-times');
export const DEFAULT_TIMES: RecorderTimes = {
  renewMs: 1500,
  snapshotMs: 5000,
  pageMs: 60_000,
  retryMs: 2000,
  retryMaxMs: 60_000,
  successorMs: HAND_OVER.successorMs,
  handOverMs: HAND_OVER.overlapMs,
  chatChunkMs: 5000,
  dumpChunkMs: 60_000,
  dumpMarkMs: 30_000,
  chatListMs: 600_000,
};
