/**
 * Reads an attribute list (`A=1,B="x,y",C=1x2`). Values come without their quotes; a comma inside quotes belongs to the
 * value. Broken pieces are read as far as they make sense and never throw. Source: RFC 8216 section 4.2.
 */
export function parseAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals < 0) break;
    const quoted = text[equals + 1] === '"';
    const from = equals + (quoted ? 2 : 1);
    const end = orEnd(text.indexOf(quoted ? '"' : ',', from), text);
    const value = text.slice(from, end);
    found.set(text.slice(at, equals).trim(), quoted ? value : value.trim());
    at = orEnd(text.indexOf(',', end), text) + 1;
  }
  return found;
}

const orEnd = (index: number, text: string): number => (index < 0 ? text.length : index);

/** A decimal number of an attribute; null when it is missing or is no finite number. */
export function numberOf(value: string | undefined): number | null {
  if (value === undefined || value.trim() === '') return null;
  const n = Number(value);
  return Number.isFinite(n) ? n : null;
}
