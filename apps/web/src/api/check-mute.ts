import { checkMute as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const checkMute = (uuid: string) => call(route, { params: { uuid } });
