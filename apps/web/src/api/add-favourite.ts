import { addFavourite as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const addFavourite = (game: string) => call(route, { body: { game } });
