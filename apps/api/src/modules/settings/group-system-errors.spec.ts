import { expect, it } from '@jest/globals';
import { english, type Message, verbatim } from '#libs/messages';
import { type SystemError } from '../../persistence/repositories/system-error.repository.js';
import { groupSystemErrors as grouped } from './group-system-errors.js';

const groupSystemErrors = (errors: readonly SystemError[]): string[] =>
  grouped(errors).map(({ text }) => english(text as Message));
const of = (subject: string, text: string, kind: SystemError['kind'] = 'channel') => ({
  kind,
  subject,
  text: verbatim(text),
});

it('W77 reports the same problem of 244 channels as one sentence with a count', () => {
  const many = Array.from({ length: 244 }, (_, i) => of(`channel ${i + 1}`, 'cannot be reached.'));
  expect(groupSystemErrors(many)).toEqual(['channel 1, channel 2, channel 3 and 241 more: cannot be reached.']);
});
it('keeps different problems separate, in their order', () => {
  expect(groupSystemErrors([of('a', 'x.'), of('', 'y.'), of('b', 'x.'), of('c', 'z.')])).toEqual([
    'a, b: x.',
    'y.',
    'c: z.',
  ]);
});
it('counts problems without an owner, and names each owner once', () => {
  expect(groupSystemErrors([of('', 'y.'), of('', 'y.'), of('a', 'x.'), of('a', 'x.')])).toEqual([
    'y. (2 times)',
    'a: x.',
  ]);
});
it('keeps different kinds separate, so that a client can leave one out', () => {
  expect(grouped([of('a', 'x.', 'not-recorded'), of('b', 'x.'), of('c', 'x.')]).map(({ kind }) => kind)).toEqual([
    'not-recorded',
    'channel',
  ]);
  expect(groupSystemErrors([of('a', 'x.', 'not-recorded'), of('b', 'x.'), of('c', 'x.')])).toEqual([
    'a: x.',
    'b, c: x.',
  ]);
});
