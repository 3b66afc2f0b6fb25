/** Why nothing plays. Each has a text that says what to do. */
export const PLAYER_FAULTS = ['unreachable', 'forbidden', 'missing', 'broken', 'unsupported'] as const;
export type PlayerFault = (typeof PLAYER_FAULTS)[number];

export interface EngineEvents {
  /** The segments are gone (410, or a segment's 404): the container file is what is left. */
  readonly onGone: () => void;
  /** null: it plays again. */
  readonly onFault: (fault: PlayerFault | null) => void;
}

/** What feeds a `<video>`. Positions in seconds of media. */
export interface Engine {
  readonly detach: () => void;
  /** Where "live" is: as near to the end as plays without stalling. Null when nothing grows. */
  readonly livePosition: () => number | null;
  /** Wall clock (ms) of the first frame, by the playlist's programme date-time; null where there is none. */
  readonly programStart: () => number | null;
}

/** What an HTTP status of the playlist means to the viewer. */
export function faultOfStatus(status: number): PlayerFault | 'gone' {
  if (status === 410) return 'gone';
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  return 'unreachable';
}
