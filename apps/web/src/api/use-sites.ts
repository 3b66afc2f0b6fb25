import { listSites, type SiteAccountView } from '#libs/contracts';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';
import { useIsAdmin } from './use-session.js';

/** Subscriptions come and go without anybody touching the page. */
const ASK_MS = 10_000;

export const useSites = () =>
  useSWR(useIsAdmin() ? KEY.sites : null, async () => (await call(listSites)).data, { refreshInterval: ASK_MS });

/** Puts one site's new state where the page reads it. */
export const putSite = (site: SiteAccountView) =>
  mutate<SiteAccountView[]>(KEY.sites, (list) => list?.map((s) => (s.kind === site.kind ? site : s)), {
    revalidate: false,
  });
