const encoder = new TextEncoder();

/** Length in bytes of UTF-8: what file systems count. */
export const utf8Bytes = (text: string): number => encoder.encode(text).length;

/**
 * The longest beginning that takes at most `maxBytes` of UTF-8 and cuts through nothing that is read as one character
 * (emoji, letter with its marks).
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
