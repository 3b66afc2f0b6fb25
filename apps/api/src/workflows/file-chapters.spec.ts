import { type Timeline } from '#libs/contracts';
import { type PlacedChapter } from '#libs/domain';
import { expect, it } from '@jest/globals';
import { fileChapters, fileGaps, markGaps } from './file-chapters.js';

const chess = { id: '1', name: 'Chess', boxArtUrl: '' };
const chapter = (
  [offsetMs, durMs]: readonly [number, number],
  title: string,
  category: typeof chess | null = chess,
): PlacedChapter => ({ change: { at: 0, title, category, isMature: false }, offsetMs, durMs, viewers: null });
const settings = {
  'create_video_chapters': true,
  'video.chapters.title': 'title_and_game',
  'min_chapter_duration': 0,
} as const;
const three = [chapter([0, 5_000], 'Start'), chapter([5_000, 60_000], 'Middle', null), chapter([65_000, 2_000], '')];

it('writes each with its title and category', () => {
  expect(fileChapters(three, settings)).toEqual([
    { offsetMs: 0, title: 'Start (Chess)' },
    { offsetMs: 5_000, title: 'Middle' },
    { offsetMs: 65_000, title: 'Chess' },
  ]);
});
it.each([
  ['title', ['Start', 'Middle', 'Chess']],
  ['game', ['Chess', 'Middle', 'Chess']],
] as const)('video.chapters.title %s names them by it, and by the other where it is empty', (wanted, titles) => {
  expect(fileChapters(three, { ...settings, 'video.chapters.title': wanted }).map((c) => c.title)).toEqual(titles);
});
it('create_video_chapters off writes none', () => {
  expect(fileChapters(three, { ...settings, create_video_chapters: false })).toEqual([]);
});
it('min_chapter_duration leaves out shorter ones; what is left begins at the start', () => {
  expect(fileChapters(three, { ...settings, min_chapter_duration: 10 })).toEqual([{ offsetMs: 0, title: 'Middle' }]);
  expect(fileChapters(three, { ...settings, min_chapter_duration: 3 })).toEqual([
    { offsetMs: 0, title: 'Start (Chess)' },
    { offsetMs: 5_000, title: 'Middle' },
  ]);
});
it('min_chapter_duration longer than any leaves the first, over the whole file', () => {
  expect(fileChapters(three, { ...settings, min_chapter_duration: 3_600 })).toEqual([
    { offsetMs: 0, title: 'Start (Chess)' },
  ]);
});

const runAt = (startAt: number, durMs: number): Timeline['runs'][number] => ({
  partId: 'A',
  epoch: 0,
  container: 'ts',
  initCrc: null,
  startAt,
  siteAt: null,
  firstPtsMs: 0,
  durMs,
  segments: ['s'],
});

it('sources-27 finds the gaps with missing media, where the file closes them', () => {
  const gaps: Timeline['gaps'] = [
    { at: 0, durMs: 1000, cause: 'left-window' },
    { at: 6000, durMs: 2000, cause: 'source-silent', lostMs: 1500 },
    { at: 8000, durMs: 2000, cause: 'not-found' },
    { at: 14_000, durMs: 6000, cause: 'source-silent' },
    { at: 24_000, durMs: 6000, cause: 'ad' },
  ];
  const runs = [runAt(1000, 5000), runAt(10_000, 4000), runAt(20_000, 4000), runAt(30_000, 1000)];
  expect(fileGaps({ runs, gaps })).toEqual([{ offsetMs: 5000, missingMs: 3500 }]);
});

it('sources-27 video.chapters.gaps marks a gap as a chapter that carries on the title, also where one starts', () => {
  const chapters = [
    { offsetMs: 0, title: 'Start' },
    { offsetMs: 9000, title: 'End' },
  ];
  const marks = {
    gaps: [5000, 9000].map((offsetMs) => ({ offsetMs, missingMs: 1000 })),
    settings: { 'video.chapters.gaps': true },
    titleAfter: (title: string, gap: { readonly missingMs: number }) => `${title} ${String(gap.missingMs)}`,
  };
  expect(markGaps(chapters, marks)).toEqual([
    { offsetMs: 0, title: 'Start' },
    { offsetMs: 5000, title: 'Start 1000' },
    { offsetMs: 9000, title: 'End 1000' },
  ]);
  expect(markGaps([], marks)).toEqual([]);
  expect(markGaps(chapters, { ...marks, settings: { 'video.chapters.gaps': false } })).toEqual(chapters);
});
