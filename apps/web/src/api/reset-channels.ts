import { resetChannels as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const resetChannels = () => call(route);
