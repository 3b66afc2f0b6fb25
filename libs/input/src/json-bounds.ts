const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];

/** Limits of a JSON text. `parts`: its members and elements; `depth`: its levels of lists and objects. */
interface JsonBounds {
  readonly parts?: number;
  readonly depth?: number;
}

/**
 * Finds the limit that a JSON text exceeds, without parsing it. Parsing and validating take time for each part, and two
 * bytes are enough for one.
 * @param json text; of bytes in UTF-8, `latin1` does
 * @returns the first limit that is exceeded; null if none is
 */
export function exceededBound(
  json: string,
  { parts: most = Infinity, depth: deepest = Infinity }: JsonBounds,
): keyof JsonBounds | null {
  let [depth, parts] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === QUOTE) at = endOfString(json, at);
    const step = depthChange(char);
    depth += step;
    if (depth > deepest) return 'depth';
    if (step === 1 || char === COMMA) parts += 1;
    if (parts > most) return 'parts';
  }
  return null;
}

const depthChange = (char: number): number => (char === 123 || char === 91 ? 1 : char === 125 || char === 93 ? -1 : 0);

/**
 * @param from position of the quotation mark that begins a string
 * @returns position of the one that ends it; the length of the text if none does
 */
export function endOfString(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at += 1;
  }
  return json.length;
}
