import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

const Named = z.object({
  name: z.string(),
  folder: z.string(),
  title: z.string(),
  game: z.object({ id: z.string(), name: z.string() }).nullable(),
  numbers: z
    .object({ month: z.string(), number: z.int(), absoluteSeason: z.int(), absoluteNumber: z.int() })
    .nullable(),
});
/** What a VOD was named by: templates, what it showed, and the numbers its name tells; null where it tells none. */
export type Named = z.infer<typeof Named>;

/** Kept among the facts of a VOD; null for one that was named before they were kept. */
export const namedOf = ({ facts }: Pick<VodEntity, 'facts'>): Named | null =>
  Named.safeParse(facts['named']).data ?? null;
