import { describe, expect, it } from '@jest/globals';
import { BugError, OutsideError, wordsOf } from './errors.js';

describe('an error as a text', () => {
  it('is its code and what it names', () => {
    const thrown = new OutsideError('low-space', 'only 3 GB are free', { data: { gb: 3, at: { x: 1 }, where: 'a' } });
    expect(wordsOf(thrown)).toEqual({ text: 'only 3 GB are free', code: 'low-space', values: { gb: 3, where: 'a' } });
  });
  it('that is a fault of ours is told as one', () => {
    expect([wordsOf(new BugError('x', 'odd')), wordsOf(new TypeError('y is no function'))]).toEqual([
      { text: 'odd', code: 'bug' },
      { text: 'y is no function', code: 'bug' },
    ]);
  });
});
