import { expect, it } from '@jest/globals';
import { addressOfSearch, isSearch, questionOf, searchIn } from './vod-search.js';

const NOTHING = { searchText: '', state: 'any', archived: false, channel: '' } as const;

it('comes back from the address as it was written', () => {
  for (const search of [
    NOTHING,
    { searchText: 'boats & boxes', state: 'failed', archived: true, channel: 'c' },
  ] as const)
    expect(searchIn(new URLSearchParams(addressOfSearch(search)))).toEqual(search);
});
it('takes no state that there is not', () => {
  expect(searchIn(new URLSearchParams({ state: 'flying' })).state).toBe('any');
});
it('is none while nothing is looked for', () => {
  expect([NOTHING, { ...NOTHING, searchText: '  ' }].some(isSearch)).toBe(false);
  expect(
    [
      { ...NOTHING, searchText: 'a' },
      { ...NOTHING, state: 'failed' as const },
      { ...NOTHING, archived: true },
      { ...NOTHING, channel: 'c' },
    ].every(isSearch),
  ).toBe(true);
});
it('asks for what was given only', () => {
  expect(questionOf({ ...NOTHING, searchText: ' boats ' })).toEqual({ searchText: 'boats' });
  expect(questionOf({ searchText: 'a'.repeat(300), state: 'failed', archived: true, channel: 'c' })).toEqual({
    searchText: 'a'.repeat(200),
    states: ['failed'],
    archived: true,
    channel: 'c',
  });
});
