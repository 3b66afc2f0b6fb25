import { message } from '#libs/messages';
import { HttpError, type HttpAnswer, type HttpRequest } from './http-port.js';

/** A percent-encoded byte has three characters. */
const MAX_CHARS_PER_BYTE = 3;

export const isDataUrl = (url: string): boolean => url.startsWith('data:');

/**
 * Reads a `data:` address: a key or an init section that the playlist itself contains. Source: RFC 2397.
 * @throws HttpError `truncated`, `too-large`
 */
export function readDataUrl({ url, range, maxBytes }: Pick<HttpRequest, 'url' | 'range' | 'maxBytes'>): HttpAnswer {
  const comma = url.indexOf(',');
  if (comma < 0) throw new HttpError(message('error.http-truncated.data-url'));
  const text = url.slice(comma + 1).replace(/#.*$/s, '');
  if (text.length > maxBytes * MAX_CHARS_PER_BYTE)
    throw new HttpError(message('error.http-too-large', { n: maxBytes }));
  const raw = text.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const whole = Buffer.from(raw, /;\s*base64\s*$/i.test(url.slice(0, comma)) ? 'base64' : 'latin1');
  if (whole.length > maxBytes) throw new HttpError(message('error.http-too-large', { n: maxBytes }));
  const bytes = range ? whole.subarray(range.offset, range.offset + range.length) : whole;
  return { status: 200, headers: {}, url, body: { bytes, release: () => undefined } };
}
