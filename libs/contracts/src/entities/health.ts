import { z } from 'zod';
import { spoken, Words } from '../words.js';

/**
 * One named check of one service; `remedy` says what the operator can do, empty when ok. `words`: what `message` is
 * made of, from one service to another; no answer has it.
 */
export const HealthCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  message: spoken(),
  remedy: spoken(),
  words: Words.optional(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;
export const ServiceHealth = z.object({
  service: z.string(),
  node: z.string(),
  version: z.string(),
  ok: z.boolean(),
  checks: z.array(HealthCheck),
});
export type ServiceHealth = z.infer<typeof ServiceHealth>;
