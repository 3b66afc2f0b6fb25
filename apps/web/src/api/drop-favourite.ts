import { dropFavourite as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const dropFavourite = (game: string) => call(route, { params: { game } });
