import { expect, it } from '@jest/globals';
import { TextTail } from './text-tail.js';

it('keeps the last lines, oldest first', () => {
  const tail = new TextTail();
  tail.add('one\ntw');
  tail.add('o\r\n\nthree\rfour');
  expect(tail.lines()).toEqual(['one', 'two', 'three', 'four']);
  expect(tail.lines(2)).toEqual(['three', 'four']);
});

it('never exceeds its limit, even if a line never ends', () => {
  const tail = new TextTail(10);
  for (let i = 0; i < 1000; i += 1) tail.add('x'.repeat(1000));
  tail.add('the end');
  expect(tail.lines()).toEqual(['xxxthe end']);
});
