import { FileClock, type KeptClock } from '#libs/domain';
import { type VodEntity } from './vod.entity.js';

type Timed = Pick<VodEntity, 'clock' | 'mediaMs' | 'captureStarted' | 'startedAt'>;

/** The clock of a VOD; of one that has none (it never was a broadcast of ours, or nothing of it is stored yet) one that runs on from its start. */
export function vodClock(vod: Timed): FileClock {
  const { clock } = vod;
  return new FileClock(clock && clock.length > 0 ? clock : plainClock(vod));
}

const plainClock = ({ captureStarted, startedAt, mediaMs }: Timed): KeptClock => [{ site: (captureStarted ?? startedAt).getTime(), siteMs: mediaMs, file: 0, fileMs: mediaMs }];
