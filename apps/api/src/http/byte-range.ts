/** The requested part of a body. `start` and `end` are inclusive, in bytes. */
export type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'none' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number };

/**
 * Parses a Range header (RFC 9110, 14.1.2 and 14.2). Several ranges, other units and invalid headers are ignored, as
 * the RFC permits: the response is then the whole body. `none`: no byte of the range exists (416).
 */
export function wantedRange(header: string | undefined, totalBytes: number): RequestedRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return { kind: 'whole' };
  return first === ''
    ? suffix(Number(last), totalBytes)
    : stretch(Number(first), last === '' ? Infinity : Number(last), totalBytes);
}

function stretch(start: number, last: number, totalBytes: number): RequestedRange {
  if (last < start) return { kind: 'whole' };
  return start >= totalBytes ? { kind: 'none' } : { kind: 'part', start, end: Math.min(last, totalBytes - 1) };
}

function suffix(length: number, totalBytes: number): RequestedRange {
  if (length === 0 || totalBytes === 0) return { kind: 'none' };
  return { kind: 'part', start: Math.max(0, totalBytes - length), end: totalBytes - 1 };
}

/**
 * If-Range (RFC 9110, 13.1.5): the client gets the requested part only if the object is still the version of which it
 * has the rest; otherwise it gets the whole body.
 * @param header value of If-Range: an entity tag or an HTTP date (full seconds)
 */
export function isRangeValid(
  header: string | undefined,
  { etag, modifiedAt }: { readonly etag: string; readonly modifiedAt: Date },
): boolean {
  if (header === undefined || header === etag) return true;
  return !header.includes('"') && Date.parse(header) === Math.floor(modifiedAt.getTime() / 1000) * 1000;
}
