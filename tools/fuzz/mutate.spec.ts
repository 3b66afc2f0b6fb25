import { expect, it } from '@jest/globals';
import { Seeded } from '../provider-sim/twitch/seeded.js';
import type { FuzzCase } from './fuzz-case.js';
import { mutate } from './mutate.js';

const NO_LINES = { linesOf: () => [] };
const caseOf = (...parts: readonly (string | Buffer)[]): FuzzCase => ({
  target: 'x',
  parts: parts.map((part) => Buffer.from(part)),
});
/** All parts of many mutations of one case. */
function partsOf(original: FuzzCase, linesOf: (text: string) => readonly string[] = NO_LINES.linesOf): Buffer[] {
  const random = new Seeded(1);
  return Array.from({ length: 300 }, () => mutate([original], random, { linesOf })).flatMap(({ parts }) => parts);
}

it('never changes the corpus', () => {
  const original = caseOf('#EXTM3U\n#EXTINF:2,\na.ts\n', Buffer.alloc(376, 0x47));
  const before = structuredClone(original.parts.map((part) => part.toString('hex')));
  expect(partsOf(original).length).toBeGreaterThan(300);
  expect(original.parts.map((part) => part.toString('hex'))).toEqual(before);
});

it('inserts lines of the dictionary into texts only', () => {
  const linesOf = (text: string): readonly string[] => (text.startsWith('#EXTM3U') ? ['#PLANTED'] : []);
  expect(partsOf(caseOf('#EXTM3U\na.ts\n'), linesOf).some((part) => part.includes('#PLANTED'))).toBe(true);
  expect(partsOf(caseOf(Buffer.alloc(188)), linesOf).some((part) => part.includes('#PLANTED'))).toBe(false);
});

it('limits a part to 256 kB, however often it repeats a block', () => {
  const sizes = partsOf(caseOf(`#EXTM3U\n${'a'.repeat(10_000)}\n`, Buffer.alloc(100_000, 1))).map(
    (part) => part.length,
  );
  expect(Math.max(...sizes)).toBe(256 * 1024);
});

it('leaves a case without parts as it is', () => {
  expect(mutate([caseOf()], new Seeded(1), NO_LINES)).toEqual({ target: 'x', parts: [] });
});
