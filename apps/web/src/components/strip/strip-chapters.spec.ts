import { describe, expect, it } from '@jest/globals';
import { hueOf } from '../../lib/format.js';
import { model } from './strip-model.fixture.js';
import { categoriesOf, chapterSpans } from './strip-chapters.js';

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

it('names each category once', () => {
  expect(
    categoriesOf([chapter(0, 'Chess'), chapter(1, null), chapter(2, 'Go'), chapter(3, 'Chess')]).map((c) => c.name),
  ).toEqual(['Chess', 'Go']);
});
