import { deleteChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteChannel = (uuid: string, withVods: boolean) =>
  call(route, { params: { uuid }, query: { deletevods: withVods ? '1' : '0' } });
