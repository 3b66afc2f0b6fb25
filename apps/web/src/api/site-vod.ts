import * as routes from '#libs/contracts';
import { call } from '../lib/call.js';

/** @param videoId id at the site; empty: the server searches for the video */
export const matchVod = (uuid: string, videoId = '') =>
  call(routes.matchVod, { params: { uuid }, query: videoId === '' ? {} : { overrideVideoID: videoId } });

export const matchAllVods = (uuid: string) => call(routes.matchAllVods, { params: { uuid } });

export const checkMute = (uuid: string) => call(routes.checkMute, { params: { uuid } });
