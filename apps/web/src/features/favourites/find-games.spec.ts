import { expect, it } from '@jest/globals';
import { findGames } from './find-games.js';

const game = (name: string, favourite = false) => ({
  id: name,
  name,
  game_name: name,
  box_art_url: '',
  image_url: '',
  favourite,
  added: '2026-11-28T10:00:00Z',
});
const games = [game('chess'), game('Art'), game('Music', true)];
const names = (query: string, only = false): string[] => findGames(games, { query, only }).map((g) => g.name);

it('shows favourites first, then by name whatever the case', () => {
  expect(names('')).toEqual(['Music', 'Art', 'chess']);
});
it('finds part of a name', () => {
  expect(names(' CHE ')).toEqual(['chess']);
});
it('shows favourites only', () => {
  expect(names('', true)).toEqual(['Music']);
});
