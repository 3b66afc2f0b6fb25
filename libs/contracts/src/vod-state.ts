import { z } from 'zod';

/**
 * Where a VOD is in its life; `downloading`: it is fetched from what its site keeps, or waits for that. Derived from
 * part and file rows. The same strings go into Postgres, NATS and the browser.
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
