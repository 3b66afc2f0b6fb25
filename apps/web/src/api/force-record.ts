import { forceRecord as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const forceRecord = (uuid: string) => call(route, { params: { uuid } });
