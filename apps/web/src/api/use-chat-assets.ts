import { vodChatAssets } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** New emotes appear while a chat is being recorded. */
const ASK_MS = 15_000;

export const useChatAssets = (uuid: string, growing: boolean) =>
  useSWR(KEY.chatAssets(uuid), async () => (await call(vodChatAssets, { params: { uuid } })).data, {
    refreshInterval: growing ? ASK_MS : 0,
  });
