import { type TraceRecord } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { TraceReplay } from './replay-trace.js';

const record = (more: Partial<TraceRecord>): TraceRecord => ({
  at: 1000,
  tookMs: 1,
  url: 'https://a/live/list.m3u8',
  range: null,
  status: 200,
  headers: {},
  bytes: 0,
  ...more,
});

function replayOf(...records: readonly TraceRecord[]) {
  const clock = { now: 50 };
  const replay = new TraceReplay(records, () => clock.now);
  return { clock, replay, text: (path: string) => replay.answer(path, null).body.toString() };
}

it('integrity-20 plays the playlists of a trace at the time at which they came, from the first request on', () => {
  const { clock, replay, text } = replayOf(
    record({ text: 'first' }),
    record({ at: 3000, text: 'second' }),
    record({ at: 5000, status: 503, headers: { 'retry-after': '1' } }),
  );
  const path = replay.firstPath ?? '';
  expect([path, text(path)]).toEqual(['/https/a/live/list.m3u8', 'first']);
  clock.now += 1999;
  expect(text(path)).toBe('first');
  clock.now += 1;
  expect(text(path)).toBe('second');
  clock.now += 2000;
  expect(replay.answer(path, null)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
});

it('integrity-20 plays segments with their head and length, redirects, absolute addresses and what failed', () => {
  const head = Buffer.alloc(376, 0x47);
  const { replay, text } = replayOf(
    record({ text: '#EXTM3U\nhttps://cdn/1.ts?id=1\n2.ts\n' }),
    record({
      url: 'https://cdn/1.ts?id=1',
      head: head.toString('base64'),
      bytes: 940,
      headers: { 'content-length': '940' },
    }),
    record({ url: 'https://a/live/2.ts', status: 302, headers: { location: 'https://cdn/2.ts' } }),
    record({ url: 'https://cdn/2.ts', status: 0, failed: 'timeout' }),
  );
  expect(text('/https/a/live/list.m3u8')).toBe('#EXTM3U\n/https/cdn/1.ts?id=1\n2.ts\n');
  const { body, headers } = replay.answer('/https/cdn/1.ts?id=1', null);
  expect([body.length, body.subarray(0, 376), [...body.subarray(376, 380)], headers]).toEqual([
    940,
    head,
    [0x47, 0x1f, 0xff, 0x10],
    {},
  ]);
  expect(replay.answer('/https/a/live/2.ts', null)).toMatchObject({
    status: 302,
    headers: { location: '/https/cdn/2.ts' },
  });
  expect([replay.answer('/https/cdn/2.ts', null).status, replay.answer('/https/cdn/3.ts', null).status]).toEqual([
    404, 404,
  ]);
});
