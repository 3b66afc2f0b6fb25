import { z } from 'zod';

/**
 * Which storage the house uses, by the id that stands in it; api decides and tells the workers, which have no database
 * (ADR 0012).
 */
export const HouseStorage = z.object({ id: z.string().min(1) });
export type HouseStorage = z.infer<typeof HouseStorage>;
