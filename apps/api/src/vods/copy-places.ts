import { type SiteClock } from '#libs/domain';
import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

const Place = z.object({ site: z.number(), siteMs: z.number(), file: z.number(), fileMs: z.number() });

/**
 * Which stretches of the site's VOD its copy beside the recording has, on the clock of that VOD: its start plus the place
 * in it. Stored in `facts.copyPlaces`; null: unknown.
 */
export const copyPlacesOf = ({ facts }: Pick<VodEntity, 'facts'>): SiteClock | null =>
  z.array(Place).safeParse(facts['copyPlaces']).data ?? null;

export const withCopyPlaces = (facts: VodEntity['facts'], copyPlaces: SiteClock | null): VodEntity['facts'] => ({
  ...facts,
  copyPlaces,
});
