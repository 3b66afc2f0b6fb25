import { HAND_OVER } from '#libs/contracts';

/** Identity and capacity of this recorder process. */
export interface RecorderIdentity {
  /** `<node>/<number>`. */
  readonly name: string;
  /** Stays the same over restarts, so that a node takes its own captures back. */
  readonly node: string;
  readonly pid: number;
  /** Id of this process; a pid comes back. */
  readonly process: string;
  /** Its number if it is isolated: it takes only captures that the API gives to this number. */
  readonly isolated?: number;
  /** Most captures at the same time. */
  readonly slots: number;
}
export const IDENTITY = Symbol('recorder-identity');

/** Intervals and time limits, ms. Tests use small values. */
export interface RecorderTimes {
  readonly renewMs: number;
  readonly snapshotMs: number;
  /** Longest time between two pages of the journal. */
  readonly pageMs: number;
  /** First wait before a capture that cannot start is retried; doubles up to `retryMaxMs`. */
  readonly retryMs: number;
  readonly retryMaxMs: number;
  /**
   * After SIGTERM: time for a successor to take the lease (`successorMs`), then to report a stored segment
   * (`handOverMs`).
   */
  readonly successorMs: number;
  readonly handOverMs: number;
  /** Time for an isolated recorder to take its capture; after it, any recorder takes it. */
  readonly isolatedMs: number;
  /** Time in which a recorder that was only cut off takes a lease again that expired. */
  readonly regainMs: number;
  /** Longest time between two chunks of chat. */
  readonly chatChunkMs: number;
  /**
   * The same for a dump. Nobody reads a dump before it ends, it can run for weeks, and every chunk is one object to
   * read at its end, so its chunks are longer.
   */
  readonly dumpChunkMs: number;
  /**
   * Interval at which a dump stores the time until which it has received chat. If its recorder is killed, the gap
   * starts there.
   */
  readonly dumpMarkMs: number;
  /** Interval at which the lists of emotes and badges are read again. */
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
  isolatedMs: 10_000,
  regainMs: 2000,
  chatChunkMs: 5000,
  dumpChunkMs: 60_000,
  dumpMarkMs: 30_000,
  chatListMs: 600_000,
};
