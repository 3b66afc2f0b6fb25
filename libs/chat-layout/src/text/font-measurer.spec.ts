import { expect, it } from '@jest/globals';
import { fontMeasurer } from './font-measurer.js';

const at = (text: string, bold = false) => fontMeasurer.advance(text, { px: 2048, bold });

it('measures the bundled fonts exactly in their units', () => {
  expect(at('Ag')).toEqual({ width: at('A').width + at('g').width, exact: true });
});
it('measures bold text as wider', () => {
  expect(at('name', true).width).toBeGreaterThan(at('name').width);
});
it('measures a letter and its mark as one, composed or not', () => {
  expect(at('e\u0301')).toEqual(at('é'));
});
it('measures a mark without a composed letter as 0', () => {
  expect(at('x\u0301\u0302').width).toBe(at('x').width);
});
it('measures Hebrew, Thai, Greek and Cyrillic exactly', () => {
  for (const text of ['שלום', 'สวัสดี', 'Ωμέγα', 'Привет', 'Tiếng']) expect(at(text).exact).toBe(true);
});
it('estimates East Asian characters as 1 em, and marks the width as estimated', () => {
  expect(at('日本語')).toEqual({ width: 3 * 2048, exact: false });
});
it('marks the width of Arabic as estimated, since its letters join', () => {
  expect(at('مرحبا').exact).toBe(false);
});
it('measures in proportion to the font size', () => {
  expect(fontMeasurer.advance('word', { px: 10, bold: false }).width * 2).toBeCloseTo(
    fontMeasurer.advance('word', { px: 20, bold: false }).width,
  );
});
