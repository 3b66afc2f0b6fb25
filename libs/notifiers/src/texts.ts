/** Cuts a text to at most this many characters (UTF-16), without half of a pair, and marks the cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Escapes a text for HTML, also inside quotation marks. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes a text for Discord's Markdown. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|>[\]()<#@:-]/g, String.raw`\$&`);

/** One line: a subject, a header. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const MAX_ANSWER_CHARS = 500;
/** Answer of a receiver as one short line. */
export const answerLine = (text: string): string => cut(oneLine(text), MAX_ANSWER_CHARS);

/** Title, text and link below each other; empty ones are left out. */
export const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** How urgent a message is, as one of three values of a receiver. */
export const byLevel = <T>(
  { level, ended }: { readonly level: 'info' | 'warning' | 'error'; readonly ended: boolean },
  values: Readonly<Record<'info' | 'warning' | 'error', T>>,
): T => values[ended ? 'info' : level];
