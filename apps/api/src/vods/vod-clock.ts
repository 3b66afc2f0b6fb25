import { FileClock, type SiteClock } from '#libs/domain';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { isBeingRecorded } from './vod-faults.js';

type Timed = Pick<VodEntity, 'clock' | 'mediaMs' | 'captureStarted' | 'startedAt'>;

type Placed = Timed & Pick<VodEntity, 'assigned' | 'state'>;

/**
 * Clock of a VOD. A VOD without a clock (not a recorded broadcast, or nothing is stored yet) gets one that runs without
 * gaps from its start.
 */
export function vodClock(vod: Timed): FileClock {
  const { clock } = vod;
  return new FileClock(clock && clock.length > 0 ? clock : plainClock(vod));
}

/**
 * Maps a time of the site to a position in the VOD's file, ms. Times outside the VOD map to its nearest end. While the
 * VOD is recorded it has no upper end. Before the VOD is sealed its clock may be behind its media, so the media length
 * sets the end.
 * @param mediaMs current length of the VOD
 */
export function placeInVod(vod: Placed, mediaMs: number): (siteMs: number) => number {
  const clock = vodClock(vod);
  const lengthMs = Math.max(clock.lengthMs, mediaMs);
  const endMs = isBeingRecorded(vod) && lengthMs > 0 ? Infinity : lengthMs;
  return (siteMs) => Math.min(clock.insideMs(siteMs, { open: true }), endMs);
}

/**
 * Clock of a sealed VOD. Null if the VOD is not sealed, which includes VODs that late media unsealed and VODs that are
 * never converted.
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
