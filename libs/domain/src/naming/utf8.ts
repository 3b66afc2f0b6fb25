const encoder = new TextEncoder();

/** Length in bytes of UTF-8, the unit that file systems use. */
export const utf8Bytes = (text: string): number => encoder.encode(text).length;

/**
 * The longest prefix with at most `maxBytes` of UTF-8 that does not split a user-perceived character (emoji, letter
 * with its marks).
 */
export function cutToBytes(text: string, maxBytes: number): string {
  if (utf8Bytes(text) <= maxBytes) return text;
  let end = 0;
  let bytes = 0;
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    bytes += utf8Bytes(segment);
    if (bytes > maxBytes) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
