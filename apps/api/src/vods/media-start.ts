import { type Timeline } from '#libs/contracts';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** Saves the wall clock time of the first media in `facts.mediaStartAt`. The VOD view reports it next to the gaps. */
export function setMediaStart(row: VodEntity, { runs }: Pick<Timeline, 'runs'>): void {
  const [first] = runs;
  if (first) row.facts = { ...row.facts, mediaStartAt: first.startAt };
}
