import { matchVod as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** @param videoId at the site; empty: the server looks for it */
export const matchVod = (uuid: string, videoId = '') =>
  call(route, { params: { uuid }, query: videoId === '' ? {} : { overrideVideoID: videoId } });
