import bidiFactory from 'bidi-js';

interface Bidi {
  readonly getBidiCharTypeName: (character: string) => string;
  readonly getEmbeddingLevels: (text: string, base: 'ltr' | 'rtl') => { readonly levels: Uint8Array };
}
/** The type declaration nests the default export, but neither Node nor a bundler does. */
const bidi = (bidiFactory as unknown as () => Bidi)();

export type Direction = 'ltr' | 'rtl';

/** Direction of a text by its first strong letter (UAX 9 P2, P3); left to right if there is none. */
export function directionOf(text: string): Direction {
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character);
    if (type === 'L') return 'ltr';
    if (type === 'R' || type === 'AL') return 'rtl';
  }
  return 'ltr';
}

/** Embedding level of each UTF-16 unit: even is left to right, odd is right to left (UAX 9). */
export const levelsOf = (text: string, base: Direction): Uint8Array => bidi.getEmbeddingLevels(text, base).levels;

/** Sorts the runs of one line from reading order to visual order, left to right (UAX 9 L2). */
export function visualOrder<R extends { readonly level: number }>(runs: readonly R[]): R[] {
  const order = [...runs];
  const levels = runs.map((r) => r.level);
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      if ((order[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((order[to + 1]?.level ?? -1) >= level) to++;
      order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return order;
}
