const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ASCII_TEXT = /^[\x20-\x7e]*$/;

/**
 * Splits a text into user-perceived characters (UAX 29, by `Intl.Segmenter`): a flag, a family joined by ZWJ, a letter
 * with its marks. Joined they are the original text.
 */
export function clustersOf(text: string): string[] {
  return ASCII_TEXT.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3/u;
const TEXT_PRESENTATION = /^.\uFE0E$/u;

/**
 * Whether a cluster is drawn as a colour picture, in one box whatever it is composed of (UTS 51). Variation selector 15
 * requests text instead.
 */
export const isEmoji = (cluster: string): boolean =>
  cluster > '\x7f' || cluster.length > 1 ? EMOJI.test(cluster) && !TEXT_PRESENTATION.test(cluster) : false;
