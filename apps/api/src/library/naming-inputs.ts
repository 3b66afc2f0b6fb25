import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

const NamingInputs = z.object({
  name: z.string(),
  folder: z.string(),
  title: z.string(),
  game: z.object({ id: z.string(), name: z.string() }).nullable(),
  numbers: z
    .object({
      month: z.string(),
      number: z.int(),
      absoluteSeason: z.int(),
      absoluteNumber: z.int(),
      period: z.string().optional(),
    })
    .nullable(),
});
/**
 * Data that a VOD was named with: templates, title, category, and the numbers in its name. `numbers` is null if the
 * name contains none.
 */
export type NamingInputs = z.infer<typeof NamingInputs>;

/** Stored in `facts.named`; null for a VOD that was named before Vodkeep stored them. */
export const namingInputsOf = ({ facts }: Pick<VodEntity, 'facts'>): NamingInputs | null =>
  NamingInputs.safeParse(facts['named']).data ?? null;
