import { type TimelineGap } from '#libs/contracts';
import { type ClockPiece, type SiteClock } from '../timeline/site-clock.js';

/**
 * The clock of a site's own VOD, by what the recording of the same broadcast knows: the VOD goes on without the time in which
 * the source was silent. Pure.
 * @param startedAt wall clock of its first frame, ms since the Unix epoch
 */
export function videoClockOf(
  { startedAt, lengthMs }: { readonly startedAt: number; readonly lengthMs: number },
  gaps: readonly TimelineGap[],
): SiteClock {
  const pieces: ClockPiece[] = [];
  let [site, file] = [startedAt, 0];
  const add = (wantedMs: number): void => {
    const ms = Math.max(0, Math.min(Math.round(wantedMs), lengthMs - file));
    if (ms > 0) pieces.push({ site, siteMs: ms, file, fileMs: ms });
    [site, file] = [site + ms, file + ms];
  };
  for (const { at, durMs, cause, lostMs = 0 } of gaps) {
    if (cause !== 'source-silent' || lostMs > 0 || at < site) continue;
    add(at - site);
    site = Math.max(site, Math.round(at + durMs));
  }
  add(lengthMs);
  return pieces;
}
