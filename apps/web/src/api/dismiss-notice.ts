import { dismissNotice as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const dismissNotice = (id: string) => call(route, { params: { id } });
