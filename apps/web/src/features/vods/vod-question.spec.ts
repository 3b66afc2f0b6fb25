import { expect, it } from '@jest/globals';
import { addressOfSearch, isSearch, questionOf, searchIn } from './vod-question.js';

const NOTHING = { words: '', state: 'any', archived: false, channel: '' } as const;

it('comes back from the address as it was written', () => {
  for (const search of [NOTHING, { words: 'boats & boxes', state: 'failed', archived: true, channel: 'c' }] as const)
    expect(searchIn(new URLSearchParams(addressOfSearch(search)))).toEqual(search);
});
it('takes no state that there is not', () => {
  expect(searchIn(new URLSearchParams({ state: 'flying' })).state).toBe('any');
});
it('is none while nothing is looked for', () => {
  expect([NOTHING, { ...NOTHING, words: '  ' }].some(isSearch)).toBe(false);
  expect(
    [
      { ...NOTHING, words: 'a' },
      { ...NOTHING, state: 'failed' as const },
      { ...NOTHING, archived: true },
      { ...NOTHING, channel: 'c' },
    ].every(isSearch),
  ).toBe(true);
});
it('asks for what was given only', () => {
  expect(questionOf({ ...NOTHING, words: ' boats ' })).toEqual({ words: 'boats' });
  expect(questionOf({ words: 'a'.repeat(300), state: 'failed', archived: true, channel: 'c' })).toEqual({
    words: 'a'.repeat(200),
    states: ['failed'],
    archived: true,
    channel: 'c',
  });
});
