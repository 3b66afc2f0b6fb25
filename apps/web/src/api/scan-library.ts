import { scanLibrary as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const scanLibrary = () => call(route);
