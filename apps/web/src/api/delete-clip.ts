import { deleteClip as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteClip = (uuid: string) => call(route, { params: { uuid } });
