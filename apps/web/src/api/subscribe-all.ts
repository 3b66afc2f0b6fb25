import { subscribeAll as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const subscribeAll = () => call(route);
