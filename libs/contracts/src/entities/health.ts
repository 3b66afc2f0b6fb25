import { z } from 'zod';

/** One named check of one service; `remedy` says what the operator can do, empty when ok. */
export const HealthCheck = z.object({ name: z.string(), ok: z.boolean(), message: z.string(), remedy: z.string() });
export type HealthCheck = z.infer<typeof HealthCheck>;
export const ServiceHealth = z.object({
  service: z.string(),
  node: z.string(),
  version: z.string(),
  ok: z.boolean(),
  checks: z.array(HealthCheck),
});
export type ServiceHealth = z.infer<typeof ServiceHealth>;
