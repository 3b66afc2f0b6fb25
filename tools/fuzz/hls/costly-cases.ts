import type { FuzzCase } from '../fuzz-case.js';

const RUNS = 50_000;
const SCALE = 90_000;
const LONG_TICKS = SCALE;

/** Bodies whose size and shape cost a reader the most; no change of the corpus leads to them. */
export const costlyCases = (): FuzzCase[] => [{ target: 'segment', parts: [manyRuns(), videoInit()] }];

/** A fragment of 1 MB: each sample has a run of its own, and is so long that media may be missing. */
function manyRuns(): Buffer {
  const run = box('trun', u32(0x100, 1, LONG_TICKS));
  const runs = Buffer.concat(Array.from({ length: RUNS }, () => run));
  return box('moof', box('traf', box('tfhd', u32(0x020000, 1)), box('tfdt', u32(0, 0)), runs));
}

function videoInit(): Buffer {
  const media = box('mdia', box('mdhd', u32(0, 0, 0, SCALE)), box('hdlr', u32(0, 0), Buffer.from('vide')));
  return box('moov', box('trak', box('tkhd', u32(0, 0, 0, 1)), media));
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}
