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
      run: ({ target, parts }) => runHere(target, parts),
      close: () => Promise.resolve(),
    },
    say: () => undefined,
  });
  expect(found).toEqual({ cases: CASES, findings: [] });
});

it.each(parserCorpus().map(({ target, parts }, n) => ({ target, parts, n })))(
  'accepts what is not changed: $target $n',
  async ({ target, parts }) => {
    expect(await runHere(target, parts)).toBeNull();
  },
);

/** A block of the event loop depends on the machine: `npm run fuzz` judges it. */
function runHere(target: string, parts: readonly Buffer[]): Promise<Fault | null> {
  const run = PARSER_TARGETS[target];
  if (!run) throw new TypeError(`no target ${target}`);
  return runCase(run, parts, Infinity);
}
