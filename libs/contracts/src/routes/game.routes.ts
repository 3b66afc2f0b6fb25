import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { Game } from '../entities/vod.js';
import { SettingsView } from './settings.routes.js';
import { defineRoute } from './route.js';

/** A category's id at its site. */
export const GameId = z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/, fieldMessage('field.not-game-id'));
const GameParams = z.strictObject({ game: GameId });
const Ids = z.array(GameId);

/** Every category that a site has reported, by its id (v0). */
export const getGames = defineRoute({
  method: 'GET',
  path: '/api/v0/games',
  level: 'guest',
  summary: 'Known games',
  query: z.strictObject({ format: z.string().max(32).optional() }),
  data: z.record(z.string(), Game),
});
/** v0 uses GET. Null: neither Vodkeep nor a site knows the category. */
export const refreshGame = defineRoute({
  method: 'GET',
  path: '/api/v0/games/:game/refresh',
  changesState: true,
  level: 'admin',
  summary: 'Refresh a game from its site',
  params: GameParams,
  data: Game.nullable(),
});
export const getFavourites = defineRoute({
  method: 'GET',
  path: '/api/v0/favourites',
  level: 'guest',
  summary: 'Ids of the favourite games',
  data: Ids,
});
/**
 * `version`: the `favourites_version` of the settings on which the list is based. The two routes below change only one
 * game each, so they need no version.
 */
export const putFavourites = defineRoute({
  method: 'PUT',
  path: '/api/v0/favourites',
  level: 'admin',
  summary: 'Replace the favourite games',
  body: z.strictObject({ games: Ids.max(1000), version: z.int().min(0).optional() }),
  data: Ids,
  conflict: SettingsView.pick({ favourite_games: true, favourites_version: true }),
  errors: { 'edit-conflict': 409 },
});
export const addFavourite = defineRoute({
  method: 'PATCH',
  path: '/api/v0/favourites',
  level: 'admin',
  summary: 'Add a favourite game',
  body: z.strictObject({ game: GameId }),
  data: Ids,
});
/** Addition to v0, which has no counterpart of its PATCH. */
export const dropFavourite = defineRoute({
  method: 'DELETE',
  path: '/api/v0/favourites/:game',
  level: 'admin',
  summary: 'Remove a favourite game',
  params: GameParams,
  data: Ids,
  errors: { 'favourite-missing': 404 },
});
