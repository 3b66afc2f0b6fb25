import { cleanChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const cleanChannel = (uuid: string) => call(route, { params: { uuid } });
