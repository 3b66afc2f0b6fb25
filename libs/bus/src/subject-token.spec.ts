import fc from 'fast-check';
import { keyOfToken, subjectToken } from './subject-token.js';

it('leaves UUIDs and job names as they are', () => {
  expect(subjectToken('convert_8b0c-1')).toBe('convert_8b0c-1');
});

it('gives any key one token that NATS takes, and the key comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
      const token = subjectToken(key);
      expect(token).toMatch(/^[A-Za-z0-9_=-]+$/);
      expect(keyOfToken(token)).toBe(key);
    }),
  );
});
