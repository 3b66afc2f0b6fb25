import { unarchiveVod as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const unarchiveVod = (uuid: string) => call(route, { params: { uuid } });
