import { unsubscribeChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const unsubscribeChannel = (uuid: string) => call(route, { params: { uuid } });
