import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { setAsideAfter } from './suspicion.js';

/** Whether the recording of a VOD is paused because the disk is almost full. Stored in `facts.heldForSpace`. */
export const isHeldForSpace = ({ facts }: Pick<VodEntity, 'facts'>): boolean => facts['heldForSpace'] === true;

export function setHeldForSpace(vod: VodEntity, isHeld: boolean): void {
  const { heldForSpace: _, ...rest } = vod.facts;
  vod.facts = isHeld ? { ...rest, heldForSpace: true } : rest;
}

/** Whether nobody shall record an assigned VOD now: it is set aside, or paused because the disk is almost full. */
export const isWithheld = (vod: Pick<VodEntity, 'facts'>): boolean =>
  setAsideAfter(vod) !== null || isHeldForSpace(vod);
