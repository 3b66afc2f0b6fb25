import { expect, it } from '@jest/globals';
import { levelsFrom } from './log-levels.js';

it('takes a level and what is worse', () => {
  expect(levelsFrom('error')).toEqual(['error', 'fatal']);
});
it('asks for no level where all are wanted', () => {
  expect(levelsFrom('debug')).toEqual([]);
});
