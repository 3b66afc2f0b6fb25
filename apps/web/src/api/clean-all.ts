import { cleanAll as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const cleanAll = () => call(route);
