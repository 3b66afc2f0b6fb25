/**
 * The same program in pure ASCII: V8 stores a text with any non-Latin-1 character with two bytes per character.
 * @param {string} code
 * @throws Error where an escape would change the meaning: in String.raw
 */
export function toAscii(code) {
  const raw = /String\.raw\s*`[^`]*[^\0-\x7f][^`]*`/.exec(code);
  if (raw) throw new Error(`Write the characters beyond ASCII as escapes: ${raw[0].slice(0, 100)}`);
  return code.replaceAll(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
