import { expect, it } from '@jest/globals';
import { DEFAULT_NAME_COLOURS, nameColourOf, contrastOf, readableOn } from './colour.js';

it('measures black on white as 21', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
});
it('makes every default colour readable on dark and on light', () => {
  for (const background of ['#111111', '#191c24', '#ffffff', '#f4f5f7'])
    for (const colour of DEFAULT_NAME_COLOURS)
      expect(contrastOf(readableOn(background, colour), background)).toBeGreaterThanOrEqual(4.5);
});
it('does not change a readable colour', () => {
  expect(readableOn('#111111', '#00ff7f')).toBe('#00ff7f');
});
it('always gives a viewer without a colour the same one, with any capitals of the login', () => {
  expect(nameColourOf({ color: null, login: 'Oru' })).toBe(nameColourOf({ color: null, login: 'oru' }));
});
it('spreads viewers over all of the colours', () => {
  expect(new Set(Array.from({ length: 400 }, (_, i) => nameColourOf({ color: null, login: `viewer${i}` }))).size).toBe(
    15,
  );
});
it('accepts a hexadecimal colour, and no colour name', () => {
  expect([
    nameColourOf({ color: '#AABBCC', login: 'a' }),
    DEFAULT_NAME_COLOURS.includes(nameColourOf({ color: 'red', login: 'a' }) as '#ff0000'),
  ]).toEqual(['#aabbcc', true]);
});
