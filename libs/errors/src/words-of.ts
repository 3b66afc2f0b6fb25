import { isAppError } from './errors.js';
import { messageOf } from './message-of.js';

/** An error as a text: `text` in English; by `code` and `values` it can be said in another language. */
export interface ErrorWords {
  readonly text: string;
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** What was thrown, as a text for a person. A fault of ours is told as one: its English is for the log. */
export function wordsOf(thrown: unknown): ErrorWords {
  const text = messageOf(thrown);
  if (!isAppError(thrown) || thrown.fault === 'bug') return { text, code: 'bug' };
  const values = Object.fromEntries(
    Object.entries(thrown.data).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
  return { text, code: thrown.code, values };
}
