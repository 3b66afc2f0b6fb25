import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Fault } from '../fuzz-case.js';
import { runCase } from '../run-case.js';
import { runFuzz } from '../run-fuzz.js';
import { parserCorpus } from './corpus.js';
import { PARSER_DICTIONARY } from './dictionary.js';
import { PARSER_TARGETS } from './targets.js';

const SEED = 20_261_130;
const CASES = 150;
let seedsDir = '';
beforeEach(() => {
  seedsDir = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
});
afterEach(() => {
  rmSync(seedsDir, { recursive: true, force: true });
});

it('finds nothing in the readers of files and texts from outside', async () => {
  const found = await runFuzz({
    corpus: parserCorpus(),
    dictionary: PARSER_DICTIONARY,
    costly: [],
    seed: SEED,
    isOver: (done) => done >= CASES,
    seedsDir,
    runner: {
      run: ({ target, parts }) => runCase(PARSER_TARGETS[target] ?? refuse, parts),
      close: () => Promise.resolve(),
    },
    say: () => undefined,
  });
  expect(found.cases).toBe(CASES);
  expect(found.findings.filter(isFault)).toEqual([]);
});

it.each(parserCorpus().map(({ target, parts }, n) => ({ target, parts, n })))(
  'accepts what is not changed: $target $n',
  async ({ target, parts }) => {
    const fault = await runCase(PARSER_TARGETS[target] ?? refuse, parts);
    expect(isFault(fault) ? fault : null).toBeNull();
  },
);

/** A block depends on the machine: `npm run fuzz` judges it. */
const isFault = (fault: Fault | null): boolean => fault !== null && fault.kind !== 'block';
const refuse = (): never => {
  throw new TypeError('no target');
};
