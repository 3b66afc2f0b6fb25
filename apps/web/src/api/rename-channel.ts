import { renameChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const renameChannel = (uuid: string, login: string) =>
  call(route, { params: { uuid }, body: { new_login: login } });
