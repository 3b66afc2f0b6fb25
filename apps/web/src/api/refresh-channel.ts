import { refreshChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const refreshChannel = (uuid: string) => call(route, { params: { uuid } });
