import { deleteAllVods as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteAllVods = (uuid: string) => call(route, { params: { uuid } });
