import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Every category that a site reported, by its id. */
export const useGames = () => useSWR(KEY.games, async () => (await call(routes.getGames)).data);

/** Asks its site for the name and the cover of a category again. */
export const refreshGame = (game: string) => call(routes.refreshGame, { params: { game } });

export const addFavourite = (game: string) => call(routes.addFavourite, { body: { game } });

export const dropFavourite = (game: string) => call(routes.dropFavourite, { params: { game } });
