import { LOOK_UP_SITE, siteVideos } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Whether the server can list what the site of such channels keeps. */
export const isLookedUp = (kind: string): boolean => kind === LOOK_UP_SITE;

/** Videos that the site keeps of a channel, newest first. */
export const useSiteVideos = (login: string) =>
  useSWR(KEY.siteVideos(login), async () => (await call(siteVideos, { params: { login } })).data);
