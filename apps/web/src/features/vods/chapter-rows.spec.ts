import { describe, expect, it } from '@jest/globals';
import { type Vod } from '#libs/contracts';
import { chapterRows, hasChapters } from './chapter-rows.js';

const T0 = Date.parse('2026-11-28T10:00:00Z');
const chapter = (
  offset: number,
  duration: number,
  over: Partial<Vod['chapters'][number]> = {},
): Vod['chapters'][number] => ({
  title: 't',
  offset,
  duration,
  started_at: new Date(T0 + offset * 1000).toISOString(),
  game_id: null,
  game_name: null,
  box_art_url: null,
  image_url: null,
  viewer_count: null,
  is_mature: false,
  online: true,
  ...over,
});
const two = [chapter(0, 20, { started_at: new Date(T0 - 60_000).toISOString() }), chapter(20, 40)];
const live = {} as NonNullable<Vod['live']>;

describe('chapterRows', () => {
  it('ends a chapter where the next begins, by the file and by the clock', () => {
    expect(
      chapterRows({ chapters: two, live: null, ended_at: new Date(T0 + 65_000).toISOString() }, 60_000).map((r) => [
        r.offsetMs,
        r.lengthMs,
        r.startedAt - T0,
        (r.endedAt ?? 0) - T0,
      ]),
    ).toEqual([
      [0, 20_000, -60_000, 20_000],
      [20_000, 40_000, 20_000, 65_000],
    ]);
  });
  it('lets the last one grow while it is recorded', () => {
    expect(chapterRows({ chapters: two, live }, 90_000).map((r) => [r.lengthMs, r.endedAt === null])).toEqual([
      [20_000, false],
      [70_000, true],
    ]);
  });
  it('reckons the end of one whose recording has none', () => {
    expect(chapterRows({ chapters: [chapter(0, 30)], live: null }, 30_000)[0]?.endedAt).toBe(T0 + 30_000);
  });
});

it('is no list of chapters when only the channel is named', () => {
  expect(
    [[chapter(0, 1)], [chapter(0, 1, { game_name: 'Chess' })], two].map((chapters) => hasChapters({ chapters })),
  ).toEqual([false, true, true]);
});
