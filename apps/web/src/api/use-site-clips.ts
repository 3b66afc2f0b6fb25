import { listSiteClips } from '#libs/contracts';
import useSWR from 'swr';
import { call } from '../lib/call.js';

/** Clips of a channel at its site, most viewed first, in the site's own words. */
export const useSiteClips = (uuid: string) => useSWR(['site-clips', uuid], async () => (await call(listSiteClips, { params: { uuid } })).data);
