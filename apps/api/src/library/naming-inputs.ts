import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

const NamingInputs = z.object({
  name: z.string(),
  folder: z.string(),
  title: z.string(),
  game: z.object({ id: z.string(), name: z.string() }).nullable(),
  numbers: z
    .object({ month: z.string(), number: z.int(), absoluteSeason: z.int(), absoluteNumber: z.int() })
    .nullable(),
});
/** What a VOD was named by: templates, what it showed, and the numbers its name tells; null where it tells none. */
export type NamingInputs = z.infer<typeof NamingInputs>;

/** Kept among the facts of a VOD; null for one that was named before they were kept. */
export const namingInputsOf = ({ facts }: Pick<VodEntity, 'facts'>): NamingInputs | null =>
  NamingInputs.safeParse(facts['named']).data ?? null;
