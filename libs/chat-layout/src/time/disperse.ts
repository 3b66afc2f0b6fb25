import { hashOf } from '../hash-of.js';

/** A message whose site reported its time only in whole seconds. `createdAtMs`: its creation time, wall clock. */
export interface CoarseStamp {
  readonly id: string;
  readonly atMs: number;
  readonly createdAtMs: number | null;
}

const SECOND_MS = 1000;
/**
 * The creation time is used only if it differs by less than this from the whole second, as in TwitchDownloader
 * (docs/reference/twitch.md#chat-files).
 */
const MAX_DRIFT_MS = 1500;

/**
 * Spreads messages that share a whole second, so that they do not appear in a burst: by their creation time if it is
 * plausible, otherwise by a pseudo-random offset from the id, which is always the same. Stamps that are not whole
 * seconds remain.
 * @param stamps sorted by `atMs`
 * @param startedAtMs wall clock of file time 0
 * @returns new times in the same order, never decreasing
 */
export function disperse(stamps: readonly CoarseStamp[], startedAtMs: number): number[] {
  const times: number[] = [];
  for (let from = 0; from < stamps.length;) {
    const second = stamps[from]?.atMs ?? 0;
    let to = from;
    while (stamps[to]?.atMs === second) to++;
    times.push(
      ...(second % SECOND_MS === 0 && to - from > 1
        ? spread(stamps.slice(from, to), startedAtMs)
        : stamps.slice(from, to).map((s) => s.atMs)),
    );
    from = to;
  }
  let last = -Infinity;
  return times.map((time) => {
    last = Math.max(last, time);
    return last;
  });
}

function spread(group: readonly CoarseStamp[], startedAtMs: number): number[] {
  const chances = group.map((s) => s.atMs + (hashOf(s.id) % SECOND_MS)).sort((a, b) => a - b);
  return group.map((stamp, i) => {
    const made = stamp.createdAtMs === null ? Infinity : stamp.createdAtMs - startedAtMs;
    return Math.abs(made - stamp.atMs) < MAX_DRIFT_MS ? made : (chances[i] ?? stamp.atMs);
  });
}
