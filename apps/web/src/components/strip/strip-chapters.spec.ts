import { describe, expect, it } from '@jest/globals';
import { hueOf } from '../../lib/format.js';
import { type StripModel } from './strip-model.js';
import { categoriesOf, chapterSpans, viewerPoints } from './strip-chapters.js';

/** One minute of media with a gap of 10 s after its first 20 s. */
const model: StripModel = {
  start: 0,
  end: 70_000,
  media: [
    { from: 0, to: 20_000 },
    { from: 30_000, to: 70_000 },
  ],
  gaps: [{ from: 20_000, to: 30_000, cause: 'ad' }],
  joins: [],
  growing: false,
};
const chapter = (offset: number, game_name: string | null, title = 't') => ({ offset, title, game_name });
const spans = (...chapters: Parameters<typeof chapterSpans>[1]): unknown[] =>
  chapterSpans(model, chapters).map((s) => [s.chapter, s.from, s.to]);

describe('chapterSpans', () => {
  it('cuts a chapter where a gap is', () => {
    expect(spans(chapter(0, 'Chess'))).toEqual([
      [0, 0, 20_000],
      [0, 30_000, 70_000],
    ]);
  });
  it('begins a chapter where its file time lies', () => {
    expect(spans(chapter(0, 'Chess'), chapter(30, 'Go'))).toEqual([
      [0, 0, 20_000],
      [0, 30_000, 40_000],
      [1, 40_000, 70_000],
    ]);
  });
  it('begins a chapter of the edge of a gap after the gap', () => {
    expect(spans(chapter(0, 'Chess'), chapter(20, 'Go'))).toEqual([
      [0, 0, 20_000],
      [1, 30_000, 70_000],
    ]);
  });
  it('draws none before the first segment', () => {
    expect(chapterSpans({ ...model, media: [] }, [chapter(0, 'Chess')])).toEqual([]);
  });
  it('gives one category one colour, and none to a chapter without', () => {
    expect(chapterSpans(model, [chapter(0, 'Chess'), chapter(10, null, '')]).map((s) => [s.hue, s.title])).toEqual([
      [hueOf('Chess'), 'Chess: t'],
      [null, ''],
      [null, ''],
    ]);
  });
});

describe('viewerPoints', () => {
  it('puts samples where their file time lies', () => {
    expect(
      viewerPoints(model, [
        { offset: 10, amount: 5 },
        { offset: 30, amount: 7 },
      ]).map((p) => [p.at, p.amount]),
    ).toEqual([
      [10_000, 5],
      [40_000, 7],
    ]);
  });
  it('keeps the peaks of many', () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ offset: i * 0.06, amount: i === 501 ? 999 : 1 }));
    const points = viewerPoints(model, many, 100);
    expect(points).toHaveLength(100);
    expect(Math.max(...points.map((p) => p.amount))).toBe(999);
  });
});

it('names each category once', () => {
  expect(
    categoriesOf([chapter(0, 'Chess'), chapter(1, null), chapter(2, 'Go'), chapter(3, 'Chess')]).map((c) => c.name),
  ).toEqual(['Chess', 'Go']);
});
