import { expect, it } from '@jest/globals';
import { chapterMetadata } from './chapters.js';

const times = (text: string | null): string[] =>
  [...(text ?? '').matchAll(/^(?:START|END|title)=(.*)$/gm)].map((m) => m[1] ?? '');

it('lasts each chapter until the next, the last to the end', () => {
  expect(
    times(
      chapterMetadata(
        [
          { offsetMs: 0, title: 'A' },
          { offsetMs: 1500, title: 'B' },
        ],
        { startMs: 0, endMs: 4000 },
      ),
    ),
  ).toEqual(['0', '1500', 'A', '1500', '4000', 'B']);
});

it('cuts chapters to the file, and counts from its start', () => {
  const marks = [
    { offsetMs: 0, title: 'before' },
    { offsetMs: 5000, title: 'over the start' },
    { offsetMs: 12_000, title: 'inside' },
    { offsetMs: 30_000, title: 'after' },
  ];
  expect(times(chapterMetadata(marks, { startMs: 10_000, endMs: 20_000 }))).toEqual([
    '0',
    '2000',
    'over the start',
    '2000',
    '10000',
    'inside',
  ]);
});

it('escapes what the format gives a meaning', () => {
  expect(chapterMetadata([{ offsetMs: 0, title: 'a=b;c#d\\e\nf' }], { startMs: 0, endMs: 1 })).toContain(
    'title=a\\=b\\;c\\#d\\\\e\\\nf',
  );
});

it('says null when there is nothing to write', () => {
  expect(chapterMetadata([], { startMs: 0, endMs: 1000 })).toBeNull();
  expect(chapterMetadata([{ offsetMs: 2000, title: 'later' }], { startMs: 0, endMs: 1000 })).toBeNull();
});
