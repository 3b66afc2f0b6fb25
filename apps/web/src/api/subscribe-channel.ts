import { subscribeChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const subscribeChannel = (uuid: string) => call(route, { params: { uuid } });
