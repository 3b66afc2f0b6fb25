import { describe, expect, it } from '@jest/globals';
import { isNewChapter, placeChapters, type ShowChange } from './place-chapters.js';

const change = (at: number, title: string, category = 'Chess'): ShowChange => ({
  at,
  title,
  category: { id: category, name: category, boxArtUrl: '' },
  isMature: false,
});
/** The file begins at site time 10,000 and is 60 s long; 20 s were an ad at 30,000. */
const clock = {
  lengthMs: 60_000,
  fileMs: (at: number) => (at < 30_000 ? at - 10_000 : at < 50_000 ? 20_000 : at - 30_000),
};
const spans = (changes: readonly ShowChange[]) =>
  placeChapters(changes, clock).map((c) => [c.change.title, c.offsetMs, c.durMs]);

describe('placeChapters', () => {
  it('starts at 0 with the chapter that was reported before the recording', () => {
    expect(spans([change(2000, 'A')])).toEqual([['A', 0, 60_000]]);
  });
  it('starts at 0 even if the first report came late', () => {
    expect(spans([change(14_000, 'A'), change(60_000, 'B')])).toEqual([
      ['A', 0, 30_000],
      ['B', 30_000, 30_000],
    ]);
  });
  it('uses the last of several chapters that were reported before the beginning', () => {
    expect(spans([change(1000, 'old'), change(3000, 'A'), change(20_000, 'B')])).toEqual([
      ['A', 0, 10_000],
      ['B', 10_000, 50_000],
    ]);
  });
  it('does not shift chapters by an ad, and starts a chapter that changed in the ad after it', () => {
    expect(spans([change(0, 'A'), change(35_000, 'in the ad'), change(45_000, 'B'), change(60_000, 'C')])).toEqual([
      ['A', 0, 20_000],
      ['B', 20_000, 10_000],
      ['C', 30_000, 30_000],
    ]);
  });
  it('makes one chapter if poll and push report the same values', () => {
    expect(spans([change(0, 'A'), change(40_000 + 20_000, 'B'), change(60_015, 'B')])).toEqual([
      ['A', 0, 30_000],
      ['B', 30_000, 30_000],
    ]);
  });
  it('keeps equal chapters of the operator, and merges equal reports of the site after them', () => {
    const own = (at: number, title: string): ShowChange => ({ ...change(at, title), toldBy: 'operator' });
    expect(spans([own(10_000, 'A'), own(20_000, 'A'), { ...change(60_000, 'A'), toldBy: 'site' }])).toEqual([
      ['A', 0, 10_000],
      ['A', 10_000, 50_000],
    ]);
  });
  it('leaves out chapters after the end', () => {
    expect(spans([change(0, 'A'), change(200_000, 'B')])).toEqual([['A', 0, 60_000]]);
  });
  it('includes chapters of a growing file whose media are not stored yet', () => {
    const placed = placeChapters([change(0, 'A'), change(92_000, 'B'), change(94_000, 'C')], { ...clock, open: true });
    expect(placed.map((c) => [c.change.title, c.offsetMs, c.durMs])).toEqual([
      ['A', 0, 62_000],
      ['B', 62_000, 2000],
      ['C', 64_000, 0],
    ]);
  });
  it('is empty if nothing was reported', () => {
    expect(spans([])).toEqual([]);
  });
  it('gives each chapter its first number of viewers', () => {
    const placed = placeChapters([change(0, 'A'), change(60_000, 'B'), change(80_000, 'C')], clock, [
      { at: 12_000, amount: 7 },
      { at: 28_000, amount: 9 },
      { at: 85_000, amount: 3 },
    ]);
    expect(placed.map((c) => c.viewers)).toEqual([7, null, 3]);
  });
});

describe('isNewChapter', () => {
  it.each<[string, Partial<ShowChange>, boolean]>([
    ['is false for equal values (a tag-only update)', {}, false],
    ['is true for another title', { title: 'B' }, true],
    ['is true for another category', { category: null }, true],
    ['is true for a changed mature mark', { isMature: true }, true],
  ])('%s', (...[, edit, isNew]) => {
    expect(isNewChapter(change(0, 'A'), { ...change(1, 'A'), ...edit })).toBe(isNew);
  });
  it('is true for the first report', () => {
    expect(isNewChapter(null, change(0, ''))).toBe(true);
  });
});
