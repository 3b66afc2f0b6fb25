import { type EpochInfo, type PlacedSegment, type VideoSpan } from '#libs/domain';
import { expect, it } from '@jest/globals';
import { AudioPlaylistText } from './audio-playlist-text.js';
import { PlaylistText } from './playlist-text.js';

const T0 = Date.parse('2026-01-01T00:00:00Z');
const PART = '01JD0000000000000000000000';
const epoch: EpochInfo = { epoch: 0, cause: 'start', startAt: T0, firstPtsMs: 0, initCrc: null, container: 'ts' };
/** Video from `from` to `to`, s of the source's clock, which is that of the wall too. */
const span = (from: number, to: number): VideoSpan => ({
  startAt: T0 + from * 1000,
  firstPtsMs: from * 1000,
  durMs: (to - from) * 1000,
  container: 'ts',
});

/** A playlist of segments of 2 s, which start at `seconds`. */
function listOf(
  seconds: readonly number[],
  { earlyMs = 0, more = {} }: { earlyMs?: number; more?: Partial<EpochInfo> } = {},
) {
  const text = new PlaylistText(2000, { rendition: 'a00000001' });
  const list = new AudioPlaylistText(text);
  const add = (from: number): void => {
    const s: PlacedSegment = {
      ...{
        epoch: 0,
        seq: from / 2,
        ptsMs: from * 1000,
        durMs: 2000,
        bytes: 1,
        pdtMs: null,
        crc: '00000000',
        ext: 'ts',
      },
      name: `n${from}.ts`,
      partId: PART,
    };
    list.add({ s, epoch: { ...epoch, ...more }, at: T0 + from * 1000 - earlyMs });
  };
  for (const from of seconds) add(from);
  return { list, text, add };
}

/** Each entry as `<start>:<length>` or `gap:<length>`, s; `|` is a discontinuity. */
const entriesOf = (text: PlaylistText): string[] =>
  [
    ...text
      .render({ ended: true, delta: false })
      .matchAll(/(#EXT-X-DISCONTINUITY\n)?(?:#EXT-X-[GP].*\n)*#EXTINF:([\d.]+),\n(?:missing|.*n(\d+)\.ts)\n/g),
  ].flatMap(([, isBroken, seconds, from = 'gap']) => [...(isBroken ? ['|'] : []), `${from}:${Number(seconds)}`]);

it('sources-16 lists audio that is missing as gaps, at its start, inside and at its end', () => {
  const { list, text } = listOf([2, 6]);
  const video = [span(0, 11)];
  list.follow(video);
  list.finish(video);
  expect(entriesOf(text)).toEqual(['gap:2', '2:2', 'gap:2', '6:2', 'gap:2', 'gap:1']);
  expect(text.render({ ended: true, delta: false })).toContain('#EXT-X-VERSION:8\n');
});

it('sources-16 has the discontinuities of the video, and leaves out audio in its gaps', () => {
  const { list, text } = listOf([0, 2, 4, 6, 8, 10]);
  list.follow([span(0, 3), span(5, 7), span(9, 12)]);
  expect(entriesOf(text)).toEqual(['0:2', '2:2', '|', '4:1', '6:2', '|', '8:1', '10:2']);
});

it('sources-16 counts a discontinuity of video that has no audio', () => {
  const { list, text } = listOf([0, 20]);
  list.follow([span(0, 2), span(10, 13), span(20, 22)]);
  expect(entriesOf(text)).toEqual(['0:2', '|', 'gap:2', 'gap:1', '|', '20:2']);
});

it('sources-16 lists audio when the video that it belongs to is there', () => {
  const { list, text, add } = listOf([0, 2, 4]);
  list.follow([span(0, 2)]);
  expect(entriesOf(text)).toEqual(['0:2']);
  list.follow([span(0, 2), span(2, 4)]);
  expect(entriesOf(text)).toEqual(['0:2', '|', '2:2']);
  add(6);
  list.follow([span(0, 2), span(2, 7)]);
  expect(entriesOf(text)).toEqual(['0:2', '|', '2:2', '4:2', '6:2']);
});

it('sources-16 keeps audio whose video is not stored yet, if its wall clock is early too', () => {
  const { list, text } = listOf([0, 2, 4], { earlyMs: 1500 });
  list.follow([span(0, 2)]);
  list.follow([span(0, 6)]);
  expect(entriesOf(text)).toEqual(['0:2', '2:2', '4:2']);
});

it('sources-25 lists audio without time stamps by the wall clock, when its video is there', () => {
  const { list, text } = listOf([0, 2, 4], { more: { untimed: true } });
  const farAway = (to: number): VideoSpan => ({ ...span(0, to), firstPtsMs: 50_000_000 });
  list.follow([farAway(2)]);
  expect(entriesOf(text)).toEqual(['0:2']);
  list.follow([farAway(6)]);
  expect(entriesOf(text)).toEqual(['0:2', '2:2', '4:2']);
});

it('sources-16 lists late audio as missing, and has an entry before any audio is stored', () => {
  const { list, text, add } = listOf([]);
  list.fillUntil([span(0, 2)], 6000);
  expect(entriesOf(text)).toEqual(['gap:1']);
  add(0);
  const video = [span(0, 5), span(7, 11)];
  list.follow(video);
  list.fillUntil(video, 6000);
  expect(entriesOf(text)).toEqual(['gap:1', '0:1', 'gap:1']);
  list.fillUntil([span(0, 5), span(7, 15)], 6000);
  expect(entriesOf(text)).toEqual(['gap:1', '0:1', 'gap:1', 'gap:2', '|', 'gap:2']);
});

it('sources-16 lists missing audio in a limited number of entries, whatever lengths the source states', () => {
  const { list, text } = listOf([]);
  const days = Array.from({ length: 400 }, (_, n) => span(n * 86_400, (n + 1) * 86_400));
  list.finish(days);
  expect(text.segments).toBeLessThan(180_000);
  const lengths = [...text.render({ ended: true, delta: false }).matchAll(/#EXTINF:([\d.]+)/g)].map(([, s]) =>
    Number(s),
  );
  expect(lengths.reduce((sum, s) => sum + s, 0)).toBeCloseTo(400 * 86_400);
  expect(text.targetMs).toBeGreaterThanOrEqual(1000 * lengths.reduce((most, s) => Math.max(most, s), 0) - 500);
});
