import { describe, expect, it } from '@jest/globals';
import { readGql } from './gql.wire.js';

describe('answers of the player interface', () => {
  it('come in the order of the questions, data and errors beside each other', () => {
    const text = JSON.stringify([
      { data: { a: 1 }, extensions: { durationMilliseconds: 3 } },
      { errors: [{ message: 'PersistedQueryNotFound' }] },
      { data: { c: null }, errors: [{ message: 'service timeout', path: ['c'] }] },
    ]);
    expect(readGql(text, 3)).toEqual({
      kind: 'answers',
      answers: [
        { data: { a: 1 }, errors: [] },
        { data: null, errors: ['PersistedQueryNotFound'] },
        { data: { c: null }, errors: ['service timeout'] },
      ],
    });
  });
  it('is one object where all questions fail alike', () => {
    const answer = { data: null, errors: ['server error'] };
    expect(readGql('{"errors":[{"message":"server error"}]}', 2)).toEqual({
      kind: 'answers',
      answers: [answer, answer],
    });
  });
  it('is a refusal with its text, with or without an error name', () => {
    expect(
      readGql('{"error":"Unauthorized","status":401,"message":"The \\"Authorization\\" token is invalid."}', 1),
    ).toEqual({ kind: 'refusal', message: 'The "Authorization" token is invalid.' });
    expect(readGql('{"error":"Bad Request","message":""}', 1)).toEqual({ kind: 'refusal', message: 'Bad Request' });
  });
  it.each(['', '<html>oops</html>', 'null', '[]', '{}', '[{}]', '"x"', '[{"data":{}}]'])(
    'survives %j for two questions',
    (text) => {
      expect(readGql(text, 2)).toEqual({ kind: 'unreadable' });
    },
  );
});
