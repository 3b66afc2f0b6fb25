import { type Game } from '#libs/contracts';
import { byName } from '../../lib/format.js';

/** Favourites first, each group by name. */
export const findGames = (
  games: readonly Game[],
  { query, only }: { readonly query: string; readonly only: boolean },
): Game[] =>
  games
    .filter((game) => (!only || game.favourite) && game.name.toLowerCase().includes(query.trim().toLowerCase()))
    .sort((a, b) => Number(b.favourite) - Number(a.favourite) || byName(a.name, b.name));
