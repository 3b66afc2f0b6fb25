import { expect, it } from '@jest/globals';
import { messageIn } from './form-faults.js';

it("finds a field's own message", () => {
  expect(messageIn({ type: 'server', message: 'is followed already' })).toBe('is followed already');
});
it('finds the message of a row', () => {
  expect(messageIn([undefined, { text: { type: 'too_small', message: 'must not be empty' } }])).toBe(
    'must not be empty',
  );
});
it('has none where there is no fault', () => {
  expect([undefined, {}, [], { ref: { message: 'an input' } }].map(messageIn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
