import { vodChat } from '#libs/contracts';
import { call } from '../lib/call.js';

export interface ChatAsk {
  readonly from: number;
  readonly to: number;
  readonly author?: string;
}

/** One stretch of a VOD's chat, file seconds. */
export const fetchChat = async (uuid: string, { from, to, author }: ChatAsk) =>
  (
    await call(vodChat, {
      params: { uuid },
      query: { from: String(from), to: String(to), ...(author === undefined ? {} : { author }) },
    })
  ).data;
