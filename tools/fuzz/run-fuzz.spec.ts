import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Seeded } from '../provider-sim/twitch/seeded.js';
import { parseCase, type FuzzCase } from './fuzz-case.js';
import { costlyCases } from './hls/costly-cases.js';
import { HLS_DICTIONARY } from './hls/dictionary.js';
import { playlistCorpus } from './hls/corpus.js';
import { HLS_TARGETS } from './hls/targets.js';
import { mutate } from './mutate.js';
import { LONGEST_BLOCK_MS, runCase, type Target } from './run-case.js';
import { runFuzz } from './run-fuzz.js';

const SEED = 20_261_130;
const CASES = 600;
let seedsDir = '';
beforeEach(() => {
  seedsDir = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
});
afterEach(() => {
  rmSync(seedsDir, { recursive: true, force: true });
});

/** Machines differ: ten times what `npm run fuzz` allows. */
const LONG_BLOCK_MS = 10 * LONGEST_BLOCK_MS;

const runIn = (
  target: Target,
  cases: number,
  { costly = [], longestMs = LONG_BLOCK_MS }: { costly?: readonly FuzzCase[]; longestMs?: number } = {},
) =>
  runFuzz({
    corpus: playlistCorpus(),
    dictionary: HLS_DICTIONARY,
    costly,
    seed: SEED,
    isOver: (done) => done >= cases,
    seedsDir,
    runner: { run: ({ parts }) => runCase(target, parts, longestMs), close: () => Promise.resolve() },
    say: () => undefined,
  });

const seedNames = (): string[] => readdirSync(seedsDir);

describe('a fuzz run', () => {
  it('finds nothing in the reader of playlists', async () => {
    const { playlist } = HLS_TARGETS;
    if (!playlist) throw new TypeError('no target');
    expect(await runIn(playlist, CASES)).toEqual({ cases: CASES, findings: [] });
  });

  it('finds nothing in the costly cases of the reader of segments', async () => {
    const { segment } = HLS_TARGETS;
    if (!segment) throw new TypeError('no target');
    expect(await runIn(segment, 0, { costly: costlyCases() })).toEqual({ cases: 0, findings: [] });
  });

  it('reports a fault in a costly case, and saves no seed of it', async () => {
    const planted: Target = () => {
      throw new RangeError('planted');
    };
    expect((await runIn(planted, 0, { costly: costlyCases() })).findings).toMatchObject([{ kind: 'crash' }]);
    expect(seedNames()).toEqual([]);
  });

  it('finds a planted fault, saves it as a small seed, and repeats it first', async () => {
    const planted: Target = ([list = Buffer.alloc(0)]) => {
      if (/^#EXTINF:-/m.test(list.toString())) throw new RangeError('planted');
    };
    const { findings } = await runIn(planted, CASES);
    expect(findings).toMatchObject([{ kind: 'crash' }]);
    const [name = ''] = seedNames();
    const seed = parseCase(readFileSync(path.join(seedsDir, name), 'utf8'));
    expect(Buffer.concat(seed.parts).toString()).toMatch(/^#EXTINF:-.{0,20}\n?$/);
    expect((await runIn(planted, 0)).findings).toMatchObject([{ kind: 'crash' }]);
  });

  it('finds a block of the event loop, by the CPU time of the thread', async () => {
    const busy: Target = () => {
      const began = process.threadCpuUsage();
      while (process.threadCpuUsage(began).user < 60_000);
    };
    const costly = playlistCorpus().slice(0, 1);
    const { findings } = await runIn(busy, 0, { costly, longestMs: LONGEST_BLOCK_MS });
    expect(findings).toMatchObject([{ kind: 'block' }]);
  });

  it('generates the same cases from the same seed', () => {
    const first = (seed: number): FuzzCase[] => {
      const random = new Seeded(seed);
      return Array.from({ length: 20 }, () => mutate(playlistCorpus(), random, HLS_DICTIONARY));
    };
    expect(first(1)).toEqual(first(1));
    expect(first(1)).not.toEqual(first(2));
  });
});
