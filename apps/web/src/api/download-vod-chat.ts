import { type ChatMethod, downloadVodChat as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const downloadVodChat = (uuid: string, method: ChatMethod) =>
  call(route, { params: { uuid }, query: { method } });
