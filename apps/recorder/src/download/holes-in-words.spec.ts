import { expect, it } from '@jest/globals';
import { holesInWords } from './holes-in-words.js';

it('tells when nothing was heard, from the start of the dump, and why', () => {
  expect(
    holesInWords(
      [
        { at: 1_000_500, until: 4_723_000, reason: 'the recorder was away' },
        { at: 990_000, until: 1_001_000, reason: 'x' },
      ],
      1_000_000,
    ),
  ).toEqual([
    'nothing was heard from 0:00:01 to 1:02:03: the recorder was away',
    'nothing was heard from 0:00:00 to 0:00:01: x',
  ]);
});

it('names eight of many and counts the rest', () => {
  const said = holesInWords(
    Array.from({ length: 11 }, (_, n) => ({ at: n * 1000, until: n * 1000 + 500, reason: 'x' })),
    0,
  );
  expect([said.length, said.at(-1)]).toEqual([9, '3 more holes are named in the file']);
});
