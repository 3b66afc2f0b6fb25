import { z } from 'zod';
import { spoken } from '../words.js';

/**
 * A message that was given up on, kept with its payload so that an operator can try it again (architecture 13, Bus).
 */
export const DeadLetter = z.object({
  id: z.string(),
  subject: z.string(),
  name: z.string(),
  error: spoken(),
  code: z.string(),
  /** Values of the error, for its text; no answer has them. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  attempts: z.int(),
  failed_at: z.iso.datetime(),
  payload: z.unknown(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/**
 * Said among what is wrong while there are any; `{{n}}` is how many. Here, since the page shows each of them itself and
 * must know this sentence in every language.
 */
export const DEAD_LETTERS_TOLD = {
  en: '{{n}} message(s) could not be worked on. Look at them on the dashboard and try them again.',
  sv: '{{n}} meddelanden kunde inte behandlas. Granska dem på översikten och försök igen.',
  ko: '{{n}}개의 메시지를 처리하지 못했습니다. 대시보드에서 보고 다시 시도하십시오.',
  de: '{{n}} Nachrichten konnten nicht bearbeitet werden. Sehen Sie sie auf der Übersicht an und versuchen Sie es noch einmal.',
} as const;
