import { dropDeadLetter as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const dropDeadLetter = (id: string) => call(route, { params: { id } });
