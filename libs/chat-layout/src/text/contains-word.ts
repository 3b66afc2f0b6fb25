const WORD_PART = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Whether a text contains one of the words as a whole word, case-insensitively: `foo` is not in `foobar`. Blank words
 * are ignored.
 */
export function containsWord(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => hasWholeWord(lower, word.trim().toLowerCase()));
}

function hasWholeWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isPart(lastOf(text.slice(0, at))) && !isPart(firstOf(text.slice(at + word.length)))) return true;
  }
  return false;
}

const isPart = (character: string): boolean => WORD_PART.test(character);
const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';
