import { z } from 'zod';
import { localized } from '../localized.js';

/** A message that failed permanently, stored with its payload so that the operator can retry it. */
export const DeadLetter = z.object({
  id: z.string(),
  subject: z.string(),
  name: z.string(),
  error: localized(),
  code: z.string(),
  attempts: z.int(),
  failed_at: z.iso.datetime(),
  payload: z.unknown(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
