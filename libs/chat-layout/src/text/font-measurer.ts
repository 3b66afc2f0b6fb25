import { clustersOf } from './clusters.js';
import { FONT_ADVANCES } from './font-advances.js';
import { type Advance, type TextMeasurer } from './text-measurer.js';

const UNITS_PER_EM = 2048;
const TABLES = { regular: decodeAdvances(FONT_ADVANCES.regular), bold: decodeAdvances(FONT_ADVANCES.bold) };

const COMBINING_MARK = /[\p{Mn}\p{Me}\p{Cf}\ufe00-\ufe0f]/u;
const JOINING_SCRIPT = /\p{Script=Arabic}/u;
/**
 * Width factor of joined letters, which are narrower than isolated ones; measured with continuous Arabic text in the
 * bundled font.
 */
const JOINED_WIDTH_FACTOR = 0.85;

interface Measured {
  readonly units: number;
  readonly exact: boolean;
}
type Table = ReadonlyMap<number, number>;

function measureCodePoint(codePoint: number, table: Table): Measured {
  const character = String.fromCodePoint(codePoint);
  if (COMBINING_MARK.test(character)) return { units: 0, exact: true };
  const known = table.get(codePoint);
  if (known === undefined) return { units: fallbackAdvance(codePoint), exact: false };
  return JOINING_SCRIPT.test(character)
    ? { units: known * JOINED_WIDTH_FACTOR, exact: false }
    : { units: known, exact: true };
}

/** Measures the composed form: the browser's shaper draws a letter and its mark as one glyph if the font has it. */
function measureCluster(cluster: string, table: Table): Measured {
  const parts = Array.from(cluster.normalize('NFC'), (character) =>
    measureCodePoint(character.codePointAt(0) ?? 0, table),
  );
  return { units: parts.reduce((sum, part) => sum + part.units, 0), exact: parts.every((part) => part.exact) };
}

/** Measures clusters of one font weight. Results are cached, because chat repeats the same letters. */
function clusterMeasurer(table: Table): (cluster: string) => Measured {
  const known = new Map<string, Measured>();
  return (cluster) => {
    const found = known.get(cluster) ?? measureCluster(cluster, table);
    if (known.size < MAX_CLUSTERS) known.set(cluster, found);
    return found;
  };
}
const MAX_CLUSTERS = 5000;
const MEASURERS = { regular: clusterMeasurer(TABLES.regular), bold: clusterMeasurer(TABLES.bold) };

/**
 * The measurer of the bundled fonts. Exact, compared with a browser without kerning: Latin, Greek, Cyrillic, Vietnamese
 * (Inter), Hebrew and Thai (Noto Sans). Approximate: Arabic (its letters join, so their widths depend on their
 * neighbours), and scripts without a bundled font: full-width East Asian 1 em, others by class.
 */
export const fontMeasurer: TextMeasurer = {
  advance(text, { px, bold }): Advance {
    const measure = bold ? MEASURERS.bold : MEASURERS.regular;
    let units = 0;
    let exact = true;
    for (const cluster of clustersOf(text)) {
      const one = measure(cluster);
      units += one.units;
      exact &&= one.exact;
    }
    return { width: (units * px) / UNITS_PER_EM, exact };
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
 * Widths in 1/2048 em, by script, of code points that are in no bundled font. The renderer draws them with any
 * available font, fitted to this width.
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
const FALLBACK_ADVANCE = 1229;

/**
 * Estimated width of one code point, the same on every machine: full-width East Asian characters 1 em (as in nearly all
 * fonts), marks and control characters 0, other scripts a fixed value.
 */
function fallbackAdvance(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  return BY_SCRIPT.find(([script]) => script.test(character))?.[1] ?? FALLBACK_ADVANCE;
}
