import { z } from 'zod';

/**
 * Lifecycle states of a VOD. `downloading`: it is being downloaded from its site, or waits for that. Derived from part
 * and file rows. Postgres, NATS and the browser use the same strings.
 */
export const VOD_STATES = [
  'waiting',
  'capturing',
  'paused',
  'ended',
  'converting',
  'finalized',
  'failed',
  'downloading',
] as const;
export const VodState = z.enum(VOD_STATES);
export type VodState = z.infer<typeof VodState>;
