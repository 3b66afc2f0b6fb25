const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * What a reader takes for one character each (UAX 29, by `Intl.Segmenter`): a flag, a family joined by ZWJ, a letter
 * with its marks. Joined they are the text again.
 */
export function clustersOf(text: string): string[] {
  return PLAIN.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);
}
