import { checkSubscriptions as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const checkSubscriptions = (uuid: string) => call(route, { params: { uuid } });
