import { randomInt } from 'node:crypto';
import path from 'node:path';
import { repositoryRoot } from '../supervisor/root.js';
import { stoppableRun } from '../supervisor/stoppable-run.js';
import { fuzzArguments, type LaneName } from './arguments.js';
import { CaseRunner } from './case-runner.js';
import type { FuzzCase } from './fuzz-case.js';
import { hlsCorpus, simCacheDir } from './hls/corpus.js';
import { costlyCases } from './hls/costly-cases.js';
import { HLS_DICTIONARY } from './hls/dictionary.js';
import type { Dictionary } from './mutate.js';
import { parserCorpus } from './parsers/corpus.js';
import { PARSER_DICTIONARY } from './parsers/dictionary.js';
import { runFuzz } from './run-fuzz.js';

interface Lane {
  readonly corpus: (cacheDir: string) => FuzzCase[] | Promise<FuzzCase[]>;
  readonly dictionary: Dictionary;
  readonly costly: () => FuzzCase[];
}
const LANES: Readonly<Record<LaneName, Lane>> = {
  hls: { corpus: hlsCorpus, dictionary: HLS_DICTIONARY, costly: costlyCases },
  parsers: { corpus: parserCorpus, dictionary: PARSER_DICTIONARY, costly: () => [] },
};

await stoppableRun('Stopping after this case', async ({ signal, say }) => {
  const { lane, seconds, seed } = fuzzArguments(process.argv.slice(2), randomInt(2 ** 32 - 1));
  const root = repositoryRoot();
  const { corpus: open, dictionary, costly } = LANES[lane];
  const corpus = await open(simCacheDir(root));
  const seedsDir = path.join(root, 'tools/fuzz/seeds', lane);
  say(`${lane}: seed ${String(seed)} (repeat with --seed ${String(seed)}), ${String(corpus.length)} cases to change`);
  const until = performance.now() + seconds * 1000;
  const { cases, findings } = await runFuzz({
    corpus,
    dictionary,
    costly: costly(),
    seed,
    isOver: () => signal.aborted || performance.now() > until,
    seedsDir,
    runner: new CaseRunner(new URL('worker-main.js', import.meta.url)),
    say,
  });
  console.log(`${String(cases)} cases, ${String(findings.length)} findings; known cases: ${seedsDir}`);
  return findings.length === 0;
});
