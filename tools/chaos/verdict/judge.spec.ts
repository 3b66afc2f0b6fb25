import { describe, expect, it } from '@jest/globals';
import type { OfferedSegment } from '../../provider-sim/index.js';
import { judge, segmentsRemovedBetween, type StoredStream } from './judge.js';

const FRAMES = 30;
const segment = (seq: number, removedAt: number | null = null): OfferedSegment => ({
  seq,
  epoch: 0,
  url: `${String(seq)}.ts`,
  firstFrame: seq * FRAMES,
  frameCount: FRAMES,
  durationMs: 1000,
  bytes: 1,
  publishedAt: seq * 1000,
  removedAt,
  reachableMs: 12_000,
  withheld: false,
});
const log = { segments: [0, 1, 2, 3].map((seq) => segment(seq)), sourceFrames: 7200 };
const framesOf = (...seqs: readonly number[]): { number: number }[] =>
  seqs.flatMap((seq) => Array.from({ length: FRAMES }, (_, i) => ({ number: seq * FRAMES + i })));
const found = (read: StoredStream['read'], over: Partial<StoredStream> = {}): StoredStream => ({
  vods: 1,
  files: 1,
  stored: 1,
  read,
  sound: { ok: true, silent: [], wrong: [], missingAtEndMs: 0 },
  ...over,
});

describe('the verdict on a stream', () => {
  it('finds no fault if every frame is there once, in one file of one VOD', () => {
    expect(judge(log, found(framesOf(0, 1, 2, 3)))).toEqual({ wrong: [], frames: 120, excusedFrames: 0 });
  });

  it.each([
    ['a lost segment', framesOf(0, 1, 3), 'lost frames: 60+30'],
    ['the lost end', framesOf(0, 1, 2), 'lost frames: 90+30'],
    ['a lost frame', framesOf(0, 1, 2, 3).toSpliced(7, 1), 'lost frames: 7+1'],
    ['a doubled segment', framesOf(0, 1, 1, 2, 3), 'doubled frames: 30+30'],
    ['segments in the wrong order', framesOf(0, 2, 1, 3), 'frames out of order: 30+30'],
    ['frames of another stream', [...framesOf(0, 1, 2, 3), { number: 500 }], 'frames that were not offered: 500+1'],
  ])('finds %s', (_, read, wrong) => {
    expect(judge(log, found(read)).wrong).toEqual([wrong]);
  });

  it.each([
    ['a second VOD', { vods: 2 }, '2 VODs instead of one'],
    ['no VOD', { vods: 0 }, '0 VODs instead of one'],
    ['a second file', { files: 2 }, '2 files of the VOD instead of one'],
    [
      'a gap in the sound',
      { sound: { ok: false, silent: [{ fromMs: 2000, toMs: 2500 }], wrong: [], missingAtEndMs: 0 } },
      'sound: silent at 2000-2500 ms',
    ],
    ['a file that no VOD lists', { stored: 2 }, '2 stored container files instead of one'],
  ])('finds %s', (_, over, wrong) => {
    expect(judge(log, found(framesOf(0, 1, 2, 3), over)).wrong).toEqual([wrong]);
  });

  it('fails if no segment was offered', () => {
    expect(judge({ ...log, segments: [] }, found([])).wrong).toEqual(['nothing was offered']);
  });
});

describe('segments that left the list during an outage', () => {
  const gone = { ...log, segments: [segment(0, 900), segment(1, 1500), segment(2, 2500), segment(3)] };

  it('are those removed between its start and its end', () => {
    expect(segmentsRemovedBetween(gone, 1000, 2000).map(({ seq }) => seq)).toEqual([1]);
  });

  it('may be missing, but no other segment', () => {
    const excused = segmentsRemovedBetween(gone, 1000, 2000);
    expect(judge(gone, found(framesOf(0, 2, 3)), excused)).toEqual({ wrong: [], frames: 90, excusedFrames: 30 });
    expect(judge(gone, found(framesOf(0, 3)), excused).wrong).toEqual(['lost frames: 60+30']);
  });

  it('must be complete and there once if they were recorded', () => {
    const excused = segmentsRemovedBetween(gone, 1000, 2000);
    expect(judge(gone, found(framesOf(0, 1, 2, 3)), excused)).toEqual({ wrong: [], frames: 120, excusedFrames: 0 });
    expect(judge(gone, found(framesOf(0, 1, 1, 2, 3)), excused).wrong).toEqual(['doubled frames: 30+30']);
    expect(judge(gone, found(framesOf(0, 1, 2, 3).toSpliced(35, 1)), excused).wrong).toEqual(['lost frames: 35+1']);
  });
});
