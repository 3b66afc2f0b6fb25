import { deleteVod as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteVod = (uuid: string) => call(route, { params: { uuid } });
