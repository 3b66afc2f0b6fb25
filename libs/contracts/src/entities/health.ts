import { z } from 'zod';
import { localized, Message } from '../localized.js';

const checkOf = <T extends z.ZodType>(text: T) =>
  z.object({ name: z.string(), ok: z.boolean(), message: text, remedy: text });
const healthOf = <T extends z.ZodType>(text: T) =>
  z.object({
    service: z.string(),
    node: z.string(),
    version: z.string(),
    ok: z.boolean(),
    checks: z.array(checkOf(text)),
  });

/** One named check of one service; `remedy` tells the operator what to do, empty if the check is ok. */
export const HealthCheck = checkOf(localized());
export type HealthCheck = z.infer<typeof HealthCheck>;
/** Health as clients see it, with translated texts. */
export const ServiceHealth = healthOf(localized());
export type ServiceHealth = z.infer<typeof ServiceHealth>;

/** Health as sent between services: texts are not translated yet. */
export const HealthReport = healthOf(z.union([Message, z.literal('')]));
export type HealthReport = z.infer<typeof HealthReport>;
