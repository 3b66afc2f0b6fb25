import { scanChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const scanChannel = (uuid: string) => call(route, { params: { uuid } });
