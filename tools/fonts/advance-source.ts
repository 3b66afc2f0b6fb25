import { createRequire } from 'node:module';
import path from 'node:path';
import { readAdvances, type Advances } from './read-advances.js';

/** Font weights of the chat: text, and user names. */
const WEIGHTS = { regular: 400, bold: 600 } as const;
/**
 * In order of priority: the first family that contains a code point provides it, as with `font-family` in the browser.
 */
const FAMILIES = ['inter', 'noto-sans-hebrew', 'noto-sans-arabic', 'noto-sans-thai'].map(
  (name) => `@fontsource-variable/${name}`,
);
/** All tables use Inter's units per em, so that one number describes them all. */
const UNITS_PER_EM = 2048;

/**
 * Format: `start:advance,advance*times,...` per run of consecutive code points; all numbers base 36, runs separated by
 * `;`.
 */
export function encodeAdvances(advances: Advances): string {
  const runs: { readonly start: number; readonly values: number[] }[] = [];
  for (const [codePoint, advance] of [...advances].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    if (last?.start !== undefined && last.start + last.values.length === codePoint) last.values.push(advance);
    else runs.push({ start: codePoint, values: [advance] });
  }
  return runs.map(({ start, values }) => `${start.toString(36)}:${squeeze(values)}`).join(';');
}

function squeeze(values: readonly number[]): string {
  const groups: { readonly value: number; times: number }[] = [];
  for (const value of values) {
    const last = groups.at(-1);
    if (last?.value === value) last.times += 1;
    else groups.push({ value, times: 1 });
  }
  return groups.map(({ value, times }) => value.toString(36) + (times > 1 ? `*${times.toString(36)}` : '')).join(',');
}

async function tableOf(weight: number): Promise<string> {
  const require = createRequire(import.meta.url);
  const all = new Map<number, number>();
  for (const family of FAMILIES) {
    const { advances, unitsPerEm } = await readAdvances(
      path.dirname(require.resolve(`${family}/package.json`)),
      'wght.css',
      weight,
    );
    for (const [codePoint, advance] of advances)
      if (!all.has(codePoint)) all.set(codePoint, Math.round((advance * UNITS_PER_EM) / unitsPerEm));
  }
  return encodeAdvances(all);
}

/** Content of `libs/chat-layout/src/text/font-advances.ts`, generated from the font files that the web client ships. */
export async function advanceSource(): Promise<string> {
  const tables = await Promise.all(
    Object.entries(WEIGHTS).map(async ([name, weight]) => `  ${name}: '${await tableOf(weight)}',`),
  );
  return [
    `// Made by \`node tools/fonts/write-advances.mjs\` from ${FAMILIES.join(', ')}: do not edit.`,
    '',
    '/** Advances of the bundled fonts in 1/2048 em by code point, packed as `decodeAdvances` reads it: `regular` is weight 400, `bold` 600. */',
    'export const FONT_ADVANCES = {',
    ...tables,
    '} as const;',
    '',
  ].join('\n');
}
