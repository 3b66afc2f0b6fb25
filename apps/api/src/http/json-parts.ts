const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT] = [34, 92, 44, 91, 123];

/**
 * Whether a JSON text has more elements and members than this. Parsing and validating take time for each of them, and
 * two bytes are enough for one.
 */
export function hasMoreParts(json: Uint8Array, most: number): boolean {
  let parts = 0;
  for (let at = 0; at < json.length && parts <= most; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) parts += 1;
  }
  return parts > most;
}

function endOfString(json: Uint8Array, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    if (json[at] === QUOTE) return at;
    if (json[at] === BACKSLASH) at += 1;
  }
  return json.length;
}
