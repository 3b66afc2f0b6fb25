import { type FieldFault, UserError, untranslated } from '#libs/errors';
import { expect, it } from '@jest/globals';
import { messageIn, showFaults } from './form-faults.js';

/** What a form of a title and of chapters shows of an answer, by the place where it shows it. */
function shownOf(fields: readonly FieldFault[]) {
  const shown = new Map<string, string | undefined>();
  const refused = showFaults<{ title: string; chapters: { title: string }[] }>(
    new UserError(untranslated('bad-request', 'Not saved.'), { fields }),
    { names: ['title', 'chapters'], setError: (name, { message }) => shown.set(name, message), away: 'away' },
  );
  return { shown: Object.fromEntries(shown), refused };
}

it('shows what the server refuses on the field, and inside of a list on its row', () => {
  expect(
    shownOf([
      { path: 'title', message: 'must not be empty' },
      { path: 'chapters.1.title', message: 'is too long' },
    ]),
  ).toEqual({
    shown: { 'title': 'must not be empty', 'chapters.1.title': 'is too long' },
    refused: ['title', 'chapters'],
  });
});
it('shows what belongs to no field on the form', () => {
  expect(shownOf([{ path: 'version', message: 'is old' }])).toEqual({
    shown: { root: 'Not saved. version: is old' },
    refused: [],
  });
});

it("finds a field's own message", () => {
  expect(messageIn({ type: 'server', message: 'has already been added' })).toBe('has already been added');
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
