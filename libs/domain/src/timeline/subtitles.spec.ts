import { TS_WRAP_MS } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { CuePlaces, type FileSpan } from './subtitles.js';

const span = (over: Partial<FileSpan>): FileSpan => ({
  file: 0,
  fileMs: 0,
  startAt: 0,
  firstPtsMs: 10_000,
  durMs: 6000,
  container: 'ts',
  ...over,
});

it('sources-16 places cues in the file; a gap of the video takes no time', () => {
  const places = new CuePlaces([span({}), span({ fileMs: 6000, startAt: 20_000, firstPtsMs: 30_000 })]);
  const at = (fromMs: number, toMs: number, wallMs: number) => places.find({ fromMs, toMs, at: wallMs });
  expect(at(11_000, 12_000, 0)).toEqual([{ file: 0, fromMs: 1000, toMs: 2000 }]);
  expect(at(31_000, 32_000, 20_000)).toEqual([{ file: 0, fromMs: 7000, toMs: 8000 }]);
  expect(at(20_000, 21_000, 10_000)).toEqual([]);
  expect(at(9000, 10_500, 0)).toEqual([{ file: 0, fromMs: 0, toMs: 500 }]);
  expect(at(15_500, 31_000, 6000)).toEqual([
    { file: 0, fromMs: 5500, toMs: 6000 },
    { file: 0, fromMs: 6000, toMs: 7000 },
  ]);
});

it('places cues by the wall clock where the source began again, in the right file, and over the wrap of the clock', () => {
  const places = new CuePlaces([
    span({ firstPtsMs: 0 }),
    span({ file: 1, startAt: 60_000, firstPtsMs: 0 }),
    span({ file: 1, fileMs: 6000, startAt: 120_000, firstPtsMs: TS_WRAP_MS + 1000 }),
  ]);
  expect(places.find({ fromMs: 1000, toMs: 2000, at: 60_500 })).toEqual([{ file: 1, fromMs: 1000, toMs: 2000 }]);
  expect(places.find({ fromMs: 3000, toMs: 4000, at: 121_000 })).toMatchObject([{ file: 1, fromMs: 8000 }]);
});
