import { listSiteClips } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** Clips of a channel at its site, most viewed first, in the site's own words. */
export const useSiteClips = (uuid: string) =>
  useSWR(KEY.siteClips(uuid), async () => (await call(listSiteClips, { params: { uuid } })).data);
