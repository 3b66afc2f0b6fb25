import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** All categories that a site reported, by id. */
export const useGames = () => useSWR(KEY.games, async () => (await call(routes.getGames)).data);

/** Reloads the name and the cover of a category from its site. */
export const refreshGame = (game: string) => call(routes.refreshGame, { params: { game } });

export const addFavourite = (game: string) => call(routes.addFavourite, { body: { game } });

export const dropFavourite = (game: string) => call(routes.dropFavourite, { params: { game } });
