import { removeBookmark as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const removeBookmark = (uuid: string, id: string) => call(route, { params: { uuid }, query: { id } });
