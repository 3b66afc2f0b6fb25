import { type Hole } from './dump-holes.js';

/** More of them than this are counted only: they are all in the file. */
const MOST = 8;

/**
 * Where nothing was heard of a chat, for the note of its job.
 * @param holes in order; ms since the Unix epoch, as `startedAt` is
 */
export function holesInWords(holes: readonly Hole[], startedAt: number): string[] {
  const named = holes
    .slice(0, MOST)
    .map(
      ({ at, until, reason }) =>
        `nothing was heard from ${clock(at - startedAt)} to ${clock(until - startedAt)}: ${reason}`,
    );
  return holes.length > MOST ? [...named, `${holes.length - MOST} more holes are named in the file`] : named;
}

/** `1:02:03`, from the start. */
function clock(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
