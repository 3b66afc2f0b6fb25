import { expect, it } from '@jest/globals';
import { commentFaults } from './comments.check.mjs';

it.each([
  ['// eslint-disable-next-line no-bitwise', /without a reason/],
  ['/* eslint-disable -- all of it is odd */', /must name its rule/],
  ['// eslint-disable-next-line vodkeep/boundaries -- just this once', /boundary rule/],
  ['// @ts-expect-error', /without a reason/],
  ['// @ts-ignore: later', /without a reason/],
  ["readFileSync('../shared/spec.md')", /reads \.\.\/shared/],
])('reports %s', (text, fault) => {
  expect(commentFaults('a.ts', text)).toEqual([expect.stringMatching(fault)]);
});

it('allows a comment that disables a rule by name with a reason', () => {
  expect(
    commentFaults(
      'a.ts',
      '// eslint-disable-next-line no-bitwise -- CRC is made of bits\n// @ts-expect-error a route without a level',
    ),
  ).toEqual([]);
});
