import { expect, it } from '@jest/globals';
import { type FilteredItem } from '../ads/ad-filter.js';
import { type MediaPlaylist } from '../playlist/media-playlist.js';
import { parseMediaPlaylist } from '../playlist/parse-media.js';
import { WindowTracker } from '../playlist/window-tracker.js';
import { PlaylistIntake } from './playlist-intake.js';

const DAY = 43_200;
const WALL = 1_800_000_000_000;
const listOf = (first: number, end: number): MediaPlaylist =>
  parseMediaPlaylist(
    [
      '#EXTM3U\n#EXT-X-TARGETDURATION:2',
      `#EXT-X-MEDIA-SEQUENCE:${String(first)}`,
      ...Array.from({ length: end - first }, (_, i) => `#EXTINF:2,\ns${String(first + i)}.ts`),
    ].join('\n'),
    'http://site/live.m3u8',
  );

function intakeOf(): { readonly intake: PlaylistIntake; readonly pushed: FilteredItem[][] } {
  const pushed: FilteredItem[][] = [];
  const intake = new PlaylistIntake({
    tracker: new WindowTracker(),
    ads: null,
    pipeline: {
      delivered: { media: 0, empty: 0 },
      probe: () => Promise.resolve(undefined),
      push: (_list, _numbering, items) => {
        if (items.length > 0) pushed.push([...items]);
      },
    },
    clock: { now: () => 0 },
    mediaUrl: '',
    onFresh: () => undefined,
  });
  return { intake, pushed };
}
const numbersOf = (pushed: readonly FilteredItem[][]): unknown[] =>
  pushed.flat().map((item) => (item.kind === 'segment' ? item.segment.seq : item));

it('integrity-12 takes each segment of a list of a day once, a few at a time, at the time of its arrival', async () => {
  const { intake, pushed } = intakeOf();
  await expect(intake.add(listOf(0, DAY), WALL, '')).resolves.toBe(DAY);
  expect(Math.max(...pushed.map((items) => items.length))).toBe(1000);
  expect(numbersOf(pushed)).toEqual(Array.from({ length: DAY }, (_, n) => n));
  const arrivals = pushed.flat().map((item) => item.kind === 'segment' && item.arrivalAt);
  expect([arrivals[0], arrivals.at(-1)]).toEqual([WALL - DAY * 2000, WALL - 2000]);
  await expect(intake.add(listOf(0, DAY + 2), WALL + 4000, '')).resolves.toBe(2);
  expect(numbersOf(pushed.slice(-1))).toEqual([DAY, DAY + 1]);
});

it('integrity-12 takes a long list that begins anew as a whole', async () => {
  const { intake, pushed } = intakeOf();
  await intake.add(listOf(500_000, 500_003), WALL, '');
  await intake.add(listOf(0, 1500), WALL + 4000, '');
  expect(numbersOf(pushed.slice(1)).slice(-1500)).toEqual(Array.from({ length: 1500 }, (_, n) => n));
});
