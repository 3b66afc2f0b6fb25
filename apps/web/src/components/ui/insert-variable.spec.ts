import { expect, it } from '@jest/globals';
import { insertVariable } from './insert-variable.js';

it('inserts at the caret and puts the caret behind it', () => {
  expect(insertVariable('a_b', 'title', { from: 2, to: 2 })).toEqual({ text: 'a_{title}b', caret: 9 });
});
it('replaces what is selected', () => {
  expect(insertVariable('{id}', 'date', { from: 0, to: 4 })).toEqual({ text: '{date}', caret: 6 });
});
