import { expect, it } from '@jest/globals';
import { StoredNumbers } from './stored-numbers.js';

const at = (seq: number, numbering = 0) => ({ numbering, seq });

it('sources-26 gives no number twice inside an epoch', () => {
  const numbers = new StoredNumbers();
  expect([7, 7, 8].map((seq, i) => numbers.next(at(seq), i === 0).seq)).toEqual([7, 8, 9]);
});

it('sources-10 goes on without a gap after dropped segments, also in another numbering', () => {
  const numbers = new StoredNumbers();
  numbers.next(at(4), true);
  numbers.dropped();
  expect(numbers.next(at(6), false)).toEqual({ seq: 5, isNext: true });
  numbers.dropped();
  expect(numbers.next(at(300, 1), false)).toEqual({ seq: 6, isNext: true });
});

it('keeps a gap as missing numbers, and starts with those of the source in each epoch', () => {
  const numbers = new StoredNumbers();
  numbers.next(at(4), true);
  expect(numbers.gap({ fromSeq: 5, toSeq: 6 })).toEqual({ fromSeq: 5, toSeq: 6 });
  expect(numbers.next(at(7), false)).toEqual({ seq: 7, isNext: false });
  expect(numbers.next(at(0, 1), true).seq).toBe(0);
});
