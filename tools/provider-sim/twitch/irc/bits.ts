/** Names that a number makes a cheer, as `Cheer100`; any case. */
export const CHEER_PREFIXES = ['Cheer', 'PogChamp', 'Kappa', 'Corgo', 'uni'] as const;

const CHEER = new RegExp(`^(?:${CHEER_PREFIXES.join('|')})([1-9]\\d{0,5})$`, 'i');

/** Bits that a text spends: all its cheers together. */
export function bitsOf(text: string): number {
  let bits = 0;
  for (const word of text.split(' ')) bits += Number(CHEER.exec(word)?.[1] ?? 0);
  return bits;
}
