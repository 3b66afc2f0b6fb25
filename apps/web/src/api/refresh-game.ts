import { refreshGame as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Asks its site for the name and the cover of a category again. */
export const refreshGame = (game: string) => call(route, { params: { game } });
