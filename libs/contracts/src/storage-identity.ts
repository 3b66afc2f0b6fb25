import { z } from 'zod';

/**
 * Which storage the installation uses, by the id that stands in it; api decides and tells the workers, which have no database
 * (ADR 0012).
 */
export const StorageIdentity = z.object({ id: z.string().min(1) });
export type StorageIdentity = z.infer<typeof StorageIdentity>;
