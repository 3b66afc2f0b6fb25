import { message } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { BugError, causeOf, localizedOf, OutsideError } from './errors.js';

it('an error of the catalogue keeps its message, for readers of any language', () => {
  const said = message('error.low-space', { gb: 3 });
  const thrown = new OutsideError(said, { data: { where: 'a' } });
  expect([thrown.code, thrown.data, localizedOf(thrown), causeOf(thrown)]).toEqual([
    'low-space',
    { gb: 3, where: 'a' },
    said,
    said,
  ]);
});
it('a fault of ours, or of a library, is told by its English', () => {
  const english = [new BugError('x', 'odd'), new TypeError('y is no function')].map(localizedOf);
  expect(english).toEqual([
    message('error.internal', { text: 'odd' }),
    message('error.internal', { text: 'y is no function' }),
  ]);
});
