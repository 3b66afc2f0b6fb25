import { retryJob as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const retryJob = (name: string) => call(route, { params: { name } });
