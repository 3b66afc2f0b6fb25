import { clustersOf } from './clusters.js';
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
    if (known.size < MAX_CLUSTERS) known.set(cluster, found);
    return found;
  };
}
const MAX_CLUSTERS = 5000;
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

/**
 * Unpacks a table of character widths, `start:advance,advance*times,...;start:...` in base 36 (packed by tools/fonts).
 * @returns code point -> advance in 1/2048 em
 */
function decodeAdvances(packed: string): ReadonlyMap<number, number> {
  const advances = new Map<number, number>();
  for (const run of packed.split(';')) {
    const [start = '', values = ''] = run.split(':');
    let codePoint = Number.parseInt(start, 36);
    for (const group of values.split(',')) {
      const [value = '', times = '1'] = group.split('*');
      for (let n = Number.parseInt(times, 36); n > 0; n--) advances.set(codePoint++, Number.parseInt(value, 36));
    }
  }
  return advances;
}

/**
 * Widths in 1/2048 em of code points that no bundled font has, by script. They are drawn by whatever the machine has,
 * fitted into this width.
 */
const BY_SCRIPT: readonly (readonly [RegExp, number])[] = [
  [/[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Zl}\p{Zp}]/u, 0],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u,
    2048,
  ],
  [/[\uff61-\uffdc]/u, 1024],
  [/\p{Mc}/u, 700],
  [
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u,
    1400,
  ],
  [/\p{S}/u, 1638],
];
const OTHER = 1229;

/**
 * A guess for one code point, the same on every machine: what is full width in East Asia is 1 em (so it is in nearly
 * all their fonts), marks and controls are nothing, other scripts a round number.
 */
function fallbackAdvance(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  return BY_SCRIPT.find(([script]) => script.test(character))?.[1] ?? OTHER;
}
