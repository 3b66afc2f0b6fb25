import { type EpochInfo, type PlacedSegment } from '#libs/domain';
import { expect, it } from '@jest/globals';
import { PlaylistText } from './playlist-text.js';

const T0 = Date.parse('2026-01-01T00:00:00Z');
const epoch: EpochInfo = { epoch: 0, cause: 'start', startAt: T0, firstPtsMs: 10_000, initCrc: null, container: 'ts' };
const segment = (n: number, over: Partial<PlacedSegment> = {}): PlacedSegment => ({
  epoch: 0,
  seq: n,
  ptsMs: 10_000 + n * 2000,
  durMs: 2000,
  bytes: 1,
  pdtMs: null,
  crc: '00000000',
  ext: 'ts',
  name: `n${n}.ts`,
  partId: 'A',
  ...over,
});
const filled = (count: number): PlaylistText => {
  const text = new PlaylistText(2000);
  for (let n = 0; n < count; n += 1) text.append(segment(n), epoch);
  return text;
};
const tags = (text: string, tag: string): string[] => text.split('\n').filter((l) => l.startsWith(tag));

it('the playlist lists every segment once, with a date at its start, and grows only at its end', () => {
  const text = filled(3);
  const before = text.render({ ended: false, delta: false });
  text.append(segment(3), epoch);
  const after = text.render({ ended: false, delta: false });
  expect(after.startsWith(before)).toBe(true);
  expect(after.split('\n').filter((l) => l.startsWith('s/'))).toEqual([
    's/A/n0.ts',
    's/A/n1.ts',
    's/A/n2.ts',
    's/A/n3.ts',
  ]);
  expect(tags(after, '#EXT-X-PROGRAM-DATE-TIME')).toEqual(['#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z']);
});

it('the playlist of a finished VOD ends with ENDLIST and has no delta updates', () => {
  const ended = filled(50).render({ ended: true, delta: true });
  expect(ended.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
  expect(tags(ended, '#EXT-X-SKIP')).toEqual([]);
  expect(tags(ended, '#EXT-X-SERVER-CONTROL')).toEqual([]);
});

it('a delta update skips all but the last six target durations', () => {
  const day = filled(43_200).render({ ended: false, delta: true });
  expect(tags(day, '#EXT-X-SKIP')).toEqual([`#EXT-X-SKIP:SKIPPED-SEGMENTS=${43_200 - 6}`]);
  expect(day.length).toBeLessThan(2000);
});

it('a new epoch and a gap are discontinuities, but a hand-over on the same clock is not', () => {
  const text = filled(2);
  text.append(segment(3), epoch);
  text.append(segment(4, { partId: 'B' }), epoch);
  text.append(segment(0, { partId: 'B', epoch: 1, ptsMs: 0 }), {
    ...epoch,
    epoch: 1,
    firstPtsMs: 0,
    startAt: T0 + 60_000,
  });
  expect(tags(text.render({ ended: false, delta: false }), '#EXT-X-DISCONTINUITY')).toHaveLength(2);
});

it('the playlist names the init section only where it changes', () => {
  const text = new PlaylistText(2000);
  const fmp4: EpochInfo = { ...epoch, container: 'fmp4', initCrc: 'aaaaaaaa' };
  for (const n of [0, 1]) text.append(segment(n), fmp4);
  text.append(segment(2, { epoch: 1 }), { ...fmp4, epoch: 1, initCrc: 'bbbbbbbb' });
  expect(tags(text.render({ ended: false, delta: false }), '#EXT-X-MAP')).toEqual([
    '#EXT-X-MAP:URI="i/A/aaaaaaaa.init"',
    '#EXT-X-MAP:URI="i/A/bbbbbbbb.init"',
  ]);
});

it('the target duration is not below the duration of any segment', () => {
  const text = filled(1);
  text.append(segment(1, { durMs: 4600 }), epoch);
  expect(tags(text.render({ ended: false, delta: false }), '#EXT-X-TARGETDURATION')).toEqual([
    '#EXT-X-TARGETDURATION:5',
  ]);
});

const lengths = (text: string): number[] =>
  tags(text, '#EXTINF').map((l) => Math.round(Number.parseFloat(l.slice(8)) * 1000));
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

it.each([
  ['down', 1000],
  ['up', 2000],
])(
  'sources-24 the playlist of 1.3 s segments has their real length if the source rounds durations %s',
  (_name, durMs) => {
    const text = new PlaylistText(2000);
    for (let n = 0; n < 20; n += 1) text.append(segment(n, { ptsMs: 10_000 + n * 1300, durMs }), epoch);
    const list = text.render({ ended: true, delta: false });
    expect(tags(list, '#EXT-X-DISCONTINUITY')).toEqual([]);
    expect(lengths(list).slice(1)).toEqual(Array.from({ length: 19 }, () => 1300));
    expect(sum(lengths(list))).toBe(19 * 1300 + durMs);
  },
);

it('sources-24 wrong durations of a variable frame rate make no discontinuity, and the playlist grows only at its end', () => {
  const text = new PlaylistText(2000);
  const fmp4: EpochInfo = { ...epoch, container: 'fmp4', initCrc: 'aaaaaaaa' };
  const starts = [10_000, 11_750, 14_210, 15_900];
  let before = text.render({ ended: false, delta: false });
  for (const [n, ptsMs] of starts.entries()) {
    text.append(segment(n, { ptsMs }), fmp4);
    const after = text.render({ ended: false, delta: false });
    expect(after.startsWith(before)).toBe(true);
    before = after;
  }
  expect(tags(before, '#EXT-X-DISCONTINUITY')).toEqual([]);
  expect(sum(lengths(before))).toBe(15_900 + 2000 - 10_000);
});

it('sources-24 a segment after one with an absurd duration is listed with its own duration, not a negative one', () => {
  const text = new PlaylistText(2000);
  text.append(segment(0, { durMs: 95_443_717 }), epoch);
  text.append(segment(1), epoch);
  expect(lengths(text.render({ ended: true, delta: false }))).toEqual([95_443_717, 2000]);
});

it.each([
  ['EXTINF is rounded', { durMs: 1700 }],
  ['time stamps jitter', { ptsMs: 10_000 + 2 * 2000 + 400 }],
])('sources-24 there is no discontinuity inside an epoch if %s', (_name, over) => {
  const text = filled(2);
  text.append(segment(2, over), epoch);
  text.append(segment(3), epoch);
  expect(tags(text.render({ ended: false, delta: false }), '#EXT-X-DISCONTINUITY')).toEqual([]);
});
