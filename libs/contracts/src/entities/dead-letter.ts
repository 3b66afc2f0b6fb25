import { z } from 'zod';

/**
 * A message that was given up on, kept with its payload so that an operator can try it again (architecture 13, Bus).
 */
export const DeadLetter = z.object({
  id: z.string(),
  subject: z.string(),
  name: z.string(),
  error: z.string(),
  code: z.string(),
  attempts: z.int(),
  failed_at: z.iso.datetime(),
  payload: z.unknown(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
