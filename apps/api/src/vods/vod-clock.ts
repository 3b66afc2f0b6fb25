import { FileClock, type SiteClock } from '#libs/domain';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { isBeingRecorded } from './vod-faults.js';

type Timed = Pick<VodEntity, 'clock' | 'mediaMs' | 'captureStarted' | 'startedAt'>;

type Placed = Timed & Pick<VodEntity, 'assigned' | 'state'>;

/**
 * The clock of a VOD; of one that has none (it never was a broadcast of ours, or nothing of it is stored yet) one that
 * runs on from its start.
 */
export function vodClock(vod: Timed): FileClock {
  const { clock } = vod;
  return new FileClock(clock && clock.length > 0 ? clock : plainClock(vod));
}

/**
 * Where a moment of the site stands in a VOD, ms of its file; one from before or after it at that end. Nothing is after
 * the end of what is being recorded. The clock of one that is over but not sealed yet is behind its media: those are
 * its end.
 * @param mediaMs its length, as it has grown
 */
export function placeInVod(vod: Placed, mediaMs: number): (siteMs: number) => number {
  const clock = vodClock(vod);
  const lengthMs = Math.max(clock.lengthMs, mediaMs);
  const endMs = isBeingRecorded(vod) && lengthMs > 0 ? Infinity : lengthMs;
  return (siteMs) => Math.min(clock.insideMs(siteMs, { open: true }), endMs);
}

/**
 * The clock as the VOD was sealed. Null where that is not so, or not so any more: media that came late have it sealed
 * anew, and a VOD that is not converted never is.
 */
export const sealedClock = ({
  clock,
  convertState,
  segmentsGone,
}: Pick<VodEntity, 'clock' | 'convertState' | 'segmentsGone'>): SiteClock | null =>
  convertState !== null || segmentsGone ? clock : null;

const plainClock = ({ captureStarted, startedAt, mediaMs }: Timed): SiteClock => [
  { site: (captureStarted ?? startedAt).getTime(), siteMs: mediaMs, file: 0, fileMs: mediaMs },
];
