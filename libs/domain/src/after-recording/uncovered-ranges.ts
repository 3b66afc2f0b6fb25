import { type TimelineGap } from '#libs/contracts';
import { videoClockOf } from '../past/video-clock.js';
import { type ClockPiece, type SiteClock } from '../timeline/site-clock.js';

/** ms since the Unix epoch, or of a file. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A site tells the start of its VOD to a few seconds only. */
const MAX_SHIFT_MS = 5000;
const SHIFT_STEP_MS = 250;
/** Shorter ranges are rounding of the clocks. */
const MIN_RANGE_MS = 500;

/**
 * Times of a site's own VOD on the site's clock.
 * @param places stretches that were downloaded, `site` on the clock of the VOD: its start plus the place in its list
 * @param startedAt start of the VOD, ms since the Unix epoch
 * @param gaps of the recording of the same broadcast
 */
export function timesOfVideo(places: SiteClock, startedAt: number, gaps: readonly TimelineGap[]): TimeRange[] {
  const lengthMs = places.reduce((end, { site, siteMs }) => Math.max(end, site + siteMs - startedAt), 0);
  return videoClockOf({ startedAt, lengthMs }, gaps).flatMap(({ site, file, fileMs }) =>
    places.flatMap((place) => {
      const from = Math.max(file, place.site - startedAt);
      const to = Math.min(file + fileMs, place.site + place.siteMs - startedAt);
      return to > from ? [{ from: site + from - file, to: site + to - file }] : [];
    }),
  );
}

/**
 * The stretches of a recording whose time a downloaded VOD does not have, in file time of the recording, ms. Pure.
 * @param own clock of the recording
 * @param copy times that the VOD has, in order
 */
export function uncoveredRanges(own: SiteClock, copy: readonly TimeRange[]): TimeRange[] {
  let best: { readonly ranges: TimeRange[]; readonly ms: number } | null = null;
  for (let step = 0; step <= (2 * MAX_SHIFT_MS) / SHIFT_STEP_MS; step += 1) {
    // 0, 250, -250, 500, ...: of equal ones, the nearest counts.
    const shift = Math.ceil(step / 2) * SHIFT_STEP_MS * (step % 2 === 0 ? -1 : 1);
    const ranges = own.flatMap((piece) => missingOf(piece, copy, shift));
    const ms = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
    if (best === null || ms < best.ms) best = { ranges, ms };
    if (ms === 0) break;
  }
  return joined(best?.ranges ?? []);
}

function missingOf({ site, siteMs, file, fileMs }: ClockPiece, copy: readonly TimeRange[], shift: number): TimeRange[] {
  const missing: TimeRange[] = [];
  const end = site + siteMs;
  const rate = siteMs > 0 ? fileMs / siteMs : 1;
  let done = site;
  const add = (to: number): void => {
    if (to - done >= MIN_RANGE_MS) missing.push({ from: file + (done - site) * rate, to: file + (to - site) * rate });
  };
  for (const { from, to } of copy) {
    if (to + shift <= done || from + shift >= end) continue;
    add(from + shift);
    done = Math.max(done, to + shift);
  }
  add(end);
  return missing;
}

function joined(ranges: readonly TimeRange[]): TimeRange[] {
  const out: TimeRange[] = [];
  for (const range of ranges) {
    const last = out.at(-1);
    if (last && range.from - last.to < MIN_RANGE_MS) out[out.length - 1] = { from: last.from, to: range.to };
    else out.push(range);
  }
  return out;
}
