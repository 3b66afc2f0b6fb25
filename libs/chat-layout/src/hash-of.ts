/** FNV-1a, 32 bits: a text has the same hash on every machine. Source: isthe.com/chongo/tech/comp/fnv. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}
