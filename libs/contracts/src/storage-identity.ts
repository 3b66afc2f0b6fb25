import { z } from 'zod';

/**
 * The id of the installation's storage. The API decides it and publishes it for the workers, which have no database
 * (ADR 0012).
 */
export const StorageIdentity = z.object({ id: z.string().min(1) });
export type StorageIdentity = z.infer<typeof StorageIdentity>;
