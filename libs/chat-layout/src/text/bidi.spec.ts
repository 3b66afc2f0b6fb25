import { expect, it } from '@jest/globals';
import { directionOf, levelsOf, visualOrder } from './bidi.js';

it('uses the direction of the first letter, after digits and signs', () => {
  expect(['12 abc', '12 שלום', '!? مرحبا', '123'].map(directionOf)).toEqual(['ltr', 'rtl', 'rtl', 'ltr']);
});
it('gives a number in Hebrew a level of its own', () => {
  expect([...levelsOf('א 12', 'rtl')]).toEqual([1, 1, 2, 2]);
});
it('reverses right-to-left runs, but not the left-to-right runs inside them', () => {
  const run = (id: string, level: number) => ({ id, level });
  expect(
    visualOrder([run('a', 0), run('b', 1), run('c', 2), run('d', 1), run('e', 0)])
      .map((r) => r.id)
      .join(''),
  ).toBe('adcbe');
  expect(
    visualOrder([run('a', 1), run('b', 1)])
      .map((r) => r.id)
      .join(''),
  ).toBe('ba');
  expect(visualOrder([])).toEqual([]);
});
