import * as routes from '#libs/contracts';
import { type ChatMethod } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Whether the server can list what the site of such channels keeps. */
export const hasLookup = (kind: string): boolean => kind === routes.LOOK_UP_SITE;

/** Videos that the site keeps of a channel, newest first. */
export const useSiteVideos = (login: string) =>
  useSWR(KEY.siteVideos(login), async () => (await call(routes.siteVideos, { params: { login } })).data);

/** Clips of a channel at its site, most viewed first, in the site's own words. */
export const useSiteClips = (uuid: string) =>
  useSWR(KEY.siteClips(uuid), async () => (await call(routes.listSiteClips, { params: { uuid } })).data);

/** `from`, `to`: a stretch of it, s. */
interface VideoRequest {
  readonly quality: string;
  readonly from?: number;
  readonly to?: number;
}

/** Fetches a video that the site keeps as a new VOD. @param id at the site */
export const downloadVideo = (uuid: string, id: string, { quality, from, to }: VideoRequest) =>
  call(routes.downloadVideo, {
    params: { uuid, id },
    query: {
      quality,
      ...(from === undefined ? {} : { from: String(from) }),
      ...(to === undefined ? {} : { to: String(to) }),
    },
  });

interface ClipRequest {
  readonly url: string;
  readonly quality: string;
  /** With the chat of its stretch. */
  readonly chat: boolean;
}

export const downloadClip = (body: ClipRequest) => call(routes.downloadClip, { body });

export const downloadCopy = (uuid: string, quality: string) =>
  call(routes.downloadCopy, { params: { uuid }, query: { quality } });

export const downloadVodChat = (uuid: string, method: ChatMethod) =>
  call(routes.downloadVodChat, { params: { uuid }, query: { method } });

export const BY_URL = ['video', 'chat', 'clip'] as const;
/** `quality` of videos and clips, `method` of chats. */
export interface UrlRequest {
  readonly what: (typeof BY_URL)[number];
  readonly url: string;
  readonly quality: string;
  readonly method: ChatMethod;
}

/** Starts the job that fetches what stands at an address of a site. */
export function downloadByUrl({ what, url, quality, method }: UrlRequest) {
  if (what === 'chat') return call(routes.downloadChatByUrl, { body: { url, method } });
  return what === 'clip'
    ? call(routes.downloadClip, { body: { url, quality } })
    : call(routes.downloadVideoByUrl, { body: { url, quality } });
}

/** Starts the job that writes down a channel's chat until it is stopped. */
export function startChatDump(login: string) {
  return call(routes.dumpChat, { body: { login } });
}
