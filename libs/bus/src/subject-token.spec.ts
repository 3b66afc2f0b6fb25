import fc from 'fast-check';
import { subjectToken } from './subject-token.js';

it('leaves UUIDs and job names as they are', () => {
  expect(subjectToken('convert_8b0c-1')).toBe('convert_8b0c-1');
});

it('gives any key one token that NATS takes, and no two keys the same', () => {
  const key = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(key, key, (one, other) => {
      expect(subjectToken(one)).toMatch(/^[A-Za-z0-9_=-]+$/);
      expect(subjectToken(one) === subjectToken(other)).toBe(one === other);
    }),
  );
  expect(['a=2e', 'a.', 'a=3d2e'].map(subjectToken)).toEqual(['a=3d2e', 'a=2e', 'a=3d3d2e']);
});
