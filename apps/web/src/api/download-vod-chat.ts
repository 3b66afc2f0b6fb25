import { type CHAT_METHODS, downloadVodChat as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export type ChatMethod = (typeof CHAT_METHODS)[number];

export const downloadVodChat = (uuid: string, method: ChatMethod) => call(route, { params: { uuid }, query: { method } });
