import { deleteKeyValues as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteKeyValues = () => call(route);
