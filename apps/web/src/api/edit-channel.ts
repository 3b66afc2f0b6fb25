import { type ChannelEdit, editChannel as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const editChannel = (uuid: string, body: ChannelEdit) => call(route, { params: { uuid }, body });
