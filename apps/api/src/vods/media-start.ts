import { type Timeline } from '#libs/contracts';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

/** Keeps the wall clock of the first moment beside the gaps, which count by it. */
export function setMediaStart(row: VodEntity, { runs }: Pick<Timeline, 'runs'>): void {
  const [first] = runs;
  if (first) row.facts = { ...row.facts, mediaStartAt: first.startAt };
}
