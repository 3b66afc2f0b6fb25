import { type ChatMethod, downloadChatByUrl, downloadClip, downloadVideoByUrl } from '#libs/contracts';
import { call } from '../lib/call.js';

export const BY_URL = ['video', 'chat', 'clip'] as const;
/** `quality` of videos and clips, `method` of chats. */
export interface UrlWish {
  readonly what: (typeof BY_URL)[number];
  readonly url: string;
  readonly quality: string;
  readonly method: ChatMethod;
}

/** Starts the job that fetches what stands at an address of a site. */
export function downloadByUrl({ what, url, quality, method }: UrlWish) {
  if (what === 'chat') return call(downloadChatByUrl, { body: { url, method } });
  return what === 'clip'
    ? call(downloadClip, { body: { url, quality } })
    : call(downloadVideoByUrl, { body: { url, quality } });
}
