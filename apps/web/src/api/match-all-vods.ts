import { matchAllVods as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const matchAllVods = (uuid: string) => call(route, { params: { uuid } });
