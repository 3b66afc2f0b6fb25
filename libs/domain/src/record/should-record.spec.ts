import { expect, it } from '@jest/globals';
import { shouldRecord } from './should-record.js';

it('records unless it is switched off', () => {
  expect(shouldRecord({ noCapture: false, match: [] }, { title: 'x' })).toEqual({ record: true, reason: '' });
  expect(shouldRecord({ noCapture: true, match: [] }, { title: 'x' }).record).toBe(false);
});

it('finds keywords without regard to case, and names them when none is there', () => {
  expect(shouldRecord({ noCapture: false, match: ['Chess'] }, { title: 'CHESS night' }).record).toBe(true);
  expect(shouldRecord({ noCapture: false, match: ['Chess', 'Go'] }, { title: 'cooking' }).reason).toContain('Chess, Go');
});
