/** Marks that turn around whatever stands behind a text; single ones (LRM, RLM) are letters of scripts that need them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** Anything but blanks, controls, and what is drawn as nothing: joiners, fillers, tags, the empty braille cell. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]/u;

/** Whether any of it is drawn. */
export const isVisibleText = (text: string): boolean => VISIBLE.test(text);

/** A name without marks that turn the text around it; empty where nothing of it would be seen. */
export function visibleText(text: string): string {
  return isVisibleText(text) ? text.replace(TURNING, '') : '';
}
