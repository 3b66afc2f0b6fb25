import * as routes from '#libs/contracts';
import { type ChatMethod } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Whether the server can list the videos and clips at the site of such channels. */
export const hasLookup = (kind: string): boolean => kind === routes.LOOK_UP_SITE;

/** A channel's videos at its site, newest first. */
export const useSiteVideos = (login: string) =>
  useSWR(KEY.siteVideos(login), async () => (await call(routes.siteVideos, { params: { login } })).data);

/** A channel's clips at its site, most viewed first, as raw data of the site. */
export const useSiteClips = (uuid: string) =>
  useSWR(KEY.siteClips(uuid), async () => (await call(routes.listSiteClips, { params: { uuid } })).data);

/** `from`, `to`: a range of the video, s. */
interface VideoRequest {
  readonly quality: string;
  readonly from?: number;
  readonly to?: number;
}

/**
 * Downloads a site's video as a new VOD.
 * @param id id of the video at the site
 */
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
  /** Whether to download the chat of the clip's time range too. */
  readonly chat: boolean;
}

export const downloadClip = (body: ClipRequest) => call(routes.downloadClip, { body });

export const downloadCopy = (uuid: string, quality: string) =>
  call(routes.downloadCopy, { params: { uuid }, query: { quality } });

export const downloadVodChat = (uuid: string, method: ChatMethod) =>
  call(routes.downloadVodChat, { params: { uuid }, query: { method } });

export const BY_URL = ['video', 'chat', 'clip'] as const;
/** `quality` applies to videos and clips, `method` to chats. */
export interface UrlRequest {
  readonly what: (typeof BY_URL)[number];
  readonly url: string;
  readonly quality: string;
  readonly method: ChatMethod;
}

/** Starts the job that downloads the video, chat or clip at a site's address. */
export function downloadByUrl({ what, url, quality, method }: UrlRequest) {
  if (what === 'chat') return call(routes.downloadChatByUrl, { body: { url, method } });
  return what === 'clip'
    ? call(routes.downloadClip, { body: { url, quality } })
    : call(routes.downloadVideoByUrl, { body: { url, quality } });
}

/** Starts the job that records a channel's chat until it is stopped. */
export function startChatDump(login: string) {
  return call(routes.dumpChat, { body: { login } });
}
