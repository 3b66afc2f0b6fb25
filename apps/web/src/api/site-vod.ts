import * as routes from '#libs/contracts';
import { call } from '../lib/call.js';

/** @param videoId at the site; empty: the server looks for it */
export const matchVod = (uuid: string, videoId = '') =>
  call(routes.matchVod, { params: { uuid }, query: videoId === '' ? {} : { overrideVideoID: videoId } });

export const matchAllVods = (uuid: string) => call(routes.matchAllVods, { params: { uuid } });

export const checkMute = (uuid: string) => call(routes.checkMute, { params: { uuid } });
