import * as routes from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

export interface ChatQuery {
  readonly from: number;
  readonly to: number;
  readonly author?: string;
}

/** One range of a VOD's chat, in seconds of the file. */
export const fetchChat = async (uuid: string, { from, to, author }: ChatQuery) =>
  (
    await call(routes.vodChat, {
      params: { uuid },
      query: { from: String(from), to: String(to), ...(author === undefined ? {} : { author }) },
    })
  ).data;

/** New emotes appear while a chat is being recorded. */
const REQUEST_MS = 15_000;

export const useChatAssets = (uuid: string, growing: boolean) =>
  useSWR(KEY.chatAssets(uuid), async () => (await call(routes.vodChatAssets, { params: { uuid } })).data, {
    refreshInterval: growing ? REQUEST_MS : 0,
  });
