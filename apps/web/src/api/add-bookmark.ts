import { addBookmark as route, type NewBookmark } from '#libs/contracts';
import { call } from '../lib/call.js';

export const addBookmark = (uuid: string, body: NewBookmark) => call(route, { params: { uuid }, body });
