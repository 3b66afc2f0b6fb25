import { expect, it } from '@jest/globals';
import { fuzzArguments } from './arguments.js';

it('runs a lane for a minute from a new seed unless specified otherwise', () => {
  expect(fuzzArguments(['hls'], 7)).toEqual({ lane: 'hls', seconds: 60, seed: 7 });
  expect(fuzzArguments(['parsers'], 7)).toMatchObject({ lane: 'parsers' });
  expect(fuzzArguments(['hls', '--seed', '0', '--seconds', '2'], 7)).toEqual({ lane: 'hls', seconds: 2, seed: 0 });
});

it('refuses unknown arguments with its usage', () => {
  for (const args of [
    [],
    ['chat'],
    ['hls', '--seed', '1.5'],
    ['hls', '--seconds', 'x'],
    ['hls', '--fast'],
    ['hls', 'x'],
  ])
    expect(() => fuzzArguments(args, 1)).toThrow(/npm run fuzz -- hls\|parsers/);
});
