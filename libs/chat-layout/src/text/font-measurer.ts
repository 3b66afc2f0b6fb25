import { clustersOf } from './clusters.js';
import { decodeAdvances } from './decode-advances.js';
import { fallbackAdvance } from './fallback-advance.js';
import { FONT_ADVANCES } from './font-advances.js';
import { type Advance, type TextMeasurer } from './text-measurer.js';

const EM = 2048;
const TABLES = { regular: decodeAdvances(FONT_ADVANCES.regular), bold: decodeAdvances(FONT_ADVANCES.bold) };

const MARK = /[\p{Mn}\p{Me}\p{Cf}\ufe00-\ufe0f]/u;
const JOINING = /\p{Script=Arabic}/u;
/** Letters that join are narrower than they stand alone; measured over running Arabic text in the bundled font. */
const JOINED = 0.85;

interface Measured {
  readonly units: number;
  readonly exact: boolean;
}
type Table = ReadonlyMap<number, number>;

function ofCodePoint(codePoint: number, table: Table): Measured {
  const character = String.fromCodePoint(codePoint);
  if (MARK.test(character)) return { units: 0, exact: true };
  const known = table.get(codePoint);
  if (known === undefined) return { units: fallbackAdvance(codePoint), exact: false };
  return JOINING.test(character) ? { units: known * JOINED, exact: false } : { units: known, exact: true };
}

/**
 * A letter and its mark are one glyph where the font has it, as the browser's shaper finds it: by its composed form.
 */
function ofCluster(cluster: string, table: Table): Measured {
  const parts = Array.from(cluster.normalize('NFC'), (character) => ofCodePoint(character.codePointAt(0) ?? 0, table));
  return { units: parts.reduce((sum, part) => sum + part.units, 0), exact: parts.every((part) => part.exact) };
}

/** Measures clusters of one weight; an answer once found is kept, since chat says the same letters again and again. */
function clusterMeasurer(table: Table): (cluster: string) => Measured {
  const known = new Map<string, Measured>();
  return (cluster) => {
    const found = known.get(cluster) ?? ofCluster(cluster, table);
    if (known.size < KEPT_CLUSTERS) known.set(cluster, found);
    return found;
  };
}
const KEPT_CLUSTERS = 5000;
const MEASURE = { regular: clusterMeasurer(TABLES.regular), bold: clusterMeasurer(TABLES.bold) };

/**
 * The measurer of the bundled fonts. Exact, to what a browser draws with kerning off: Latin, Greek, Cyrillic,
 * Vietnamese (Inter), Hebrew and Thai (Noto Sans). Approximate: Arabic (its letters join, so their widths depend on
 * their neighbours), and every script no bundled font has: full-width East Asian 1 em, others by class.
 */
export const fontMeasurer: TextMeasurer = {
  advance(text, { px, bold }): Advance {
    const measure = bold ? MEASURE.bold : MEASURE.regular;
    let units = 0;
    let exact = true;
    for (const cluster of clustersOf(text)) {
      const one = measure(cluster);
      units += one.units;
      exact &&= one.exact;
    }
    return { width: (units * px) / EM, exact };
  },
};
