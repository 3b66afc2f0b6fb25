import { type PlacedChapter } from '#libs/domain';
import { expect, it } from '@jest/globals';
import { fileChapters } from './file-chapters.js';

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
