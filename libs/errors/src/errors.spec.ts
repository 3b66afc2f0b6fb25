import { english, message, verbatim, withEnglish } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { BugError, causeOf, localizedOf, OutsideError, onFields, untranslated, UserError } from './errors.js';

it('an error with a catalogue message retains it for translation', () => {
  const text = message('error.low-space', { gb: 3 });
  const thrown = new OutsideError(text, { data: { where: 'a' } });
  expect([thrown.code, thrown.data, localizedOf(thrown), causeOf(thrown)]).toEqual([
    'low-space',
    { gb: 3, where: 'a' },
    text,
    text,
  ]);
});
it('a bug or an error of a library retains its English text', () => {
  const text = [new BugError('x', 'odd'), new TypeError('y is no function')].map(localizedOf);
  expect(text).toEqual([
    message('error.internal', { text: 'odd' }),
    message('error.internal', { text: 'y is no function' }),
  ]);
  expect(text.map(english)).toEqual(['internal error: odd', 'internal error: y is no function']);
});
it('an error with the message of a row has its own code, also as a copy for other fields', () => {
  const row = JSON.parse(JSON.stringify(message('job.no-chat', { why: 'x' }))) as ReturnType<typeof message>;
  const thrown = new UserError(withEnglish(row), { code: 'probe-failed', status: 404 });
  for (const error of [thrown, onFields(thrown, [])])
    expect([error.code, error.status, error.message, localizedOf(error)]).toEqual([
      'probe-failed',
      404,
      'no chat: x',
      row,
    ]);
});
it('an untranslated text is the same in every language', () => {
  const thrown = new UserError(untranslated('arguments', 'Usage: x'));
  expect([thrown.code, thrown.message, localizedOf(thrown)]).toEqual(['arguments', 'Usage: x', verbatim('Usage: x')]);
});
