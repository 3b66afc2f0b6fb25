import { expect, it } from '@jest/globals';
import { KnownMedia } from './known-media.js';

const media = (n: number, firstPtsMs: number | null = n * 2000) => ({
  crc: `0000000${n % 10}`,
  size: 1000,
  firstPtsMs,
});
const place = (seq: number) => ({ numbering: 0, seq });

it('sources-10 finds equal bytes with equal time stamps under any number', () => {
  const known = new KnownMedia();
  known.add(media(1), place(1));
  expect(known.find(media(1))).toEqual(place(1));
  expect([known.find(media(2)), known.find(media(1, 9000))]).toEqual([null, null]);
});

it('sources-10 bytes without a time stamp identify only the segment that the playlist names', () => {
  const known = new KnownMedia();
  known.add(media(1, null), place(1));
  expect([known.find(media(1, null)), known.find(media(1, null), place(2))]).toEqual([null, null]);
  expect(known.find(media(1, null), place(1))).toEqual(place(1));
});

it('forgets the oldest of many', () => {
  const known = new KnownMedia();
  for (let n = 0; n < 1000; n += 1) known.add(media(n), place(n));
  expect([known.find(media(0)), known.find(media(999))]).toEqual([null, place(999)]);
});
