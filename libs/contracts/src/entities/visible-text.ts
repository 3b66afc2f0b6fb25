/**
 * Direction marks that can reverse the text after a name. Single marks (LRM, RLM) are excluded, because some scripts
 * need them.
 */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;
/**
 * Matches visible characters: anything except spaces, control characters and invisible ones (joiners, fillers, tags,
 * the empty braille cell).
 */
const VISIBLE_CHAR = /[^\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]/u;

/** Whether a text contains a visible character. */
export const isVisibleText = (text: string): boolean => VISIBLE_CHAR.test(text);

/** Removes marks from a name that change the direction of the surrounding text; empty if nothing visible remains. */
export function visibleText(text: string): string {
  return isVisibleText(text) ? text.replace(DIRECTION_MARKS, '') : '';
}
