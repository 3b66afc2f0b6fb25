import { deleteFile as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteFile = (path: string, name: string) => call(route, { query: { path, name } });
