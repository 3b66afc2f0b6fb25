import { z } from 'zod';
import { jsonOf } from '../http/json-of.js';

const Refusal = z.object({ error: z.string().default(''), error_code: z.string().default('') });

/** Why usher gives no playlist: its code and its words; either may be empty. */
export interface UsherRefusal {
  readonly code: string;
  readonly words: string;
}

/**
 * From an error body of usher.ttvnw.net: `[{url, error, error_code, type}]` (Aug 2026), or the object alone. Null: none
 * of that (an edge's page, nothing).
 */
export function readUsherRefusal(text: string): UsherRefusal | null {
  const json = jsonOf(text);
  const read = Refusal.safeParse(Array.isArray(json) ? json[0] : json);
  if (!read.success) return null;
  const { error: words, error_code: code } = read.data;
  return words === '' && code === '' ? null : { code, words };
}
