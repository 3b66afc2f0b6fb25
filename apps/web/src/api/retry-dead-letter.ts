import { retryDeadLetter as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const retryDeadLetter = (id: string) => call(route, { params: { id } });
