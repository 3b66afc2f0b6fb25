import { type Suspicion } from '#libs/domain';
import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

const Stored = z.object({
  process: z.string(),
  deaths: z.number(),
  since: z.number(),
  recorder: z.number().nullable(),
  setAsideUntil: z.number().nullable(),
});

/** Stored in `facts.suspicion`; null if no recorder died with this VOD lately. */
export const suspicionOf = ({ facts }: Pick<VodEntity, 'facts'>): Suspicion | null =>
  Stored.safeParse(facts['suspicion']).data ?? null;

export function setSuspicion(vod: VodEntity, suspicion: Suspicion | null): void {
  vod.facts = { ...vod.facts, suspicion };
}

/** Number of recorders that died with a VOD that is set aside: nobody records it until it is tried again; else null. */
export function setAsideAfter(vod: Pick<VodEntity, 'facts'>): number | null {
  const suspicion = suspicionOf(vod);
  return suspicion !== null && suspicion.setAsideUntil !== null ? suspicion.deaths : null;
}
