import { deleteKeyValue as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteKeyValue = (key: string) => call(route, { params: { key } });
