import * as routes from '#libs/contracts';
import { type SiteAccountView } from '#libs/contracts';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { KEY } from './keys.js';

/** Subscriptions come and go without anybody touching the page. */
const REQUEST_MS = 10_000;

export const useSites = () =>
  useSWR(useIsAdmin() ? KEY.sites : null, async () => (await call(routes.listSites)).data, {
    refreshInterval: REQUEST_MS,
  });

/** Puts one site's new state where the page reads it. */
export const putSite = (site: SiteAccountView) =>
  mutate<SiteAccountView[]>(KEY.sites, (list) => list?.map((s) => (s.kind === site.kind ? site : s)), {
    revalidate: false,
  });

export interface SiteAppForm {
  readonly client_id: string;
  /** Left out: the stored one stays. */
  readonly client_secret?: string;
}

export const saveSiteApp = (kind: string, body: SiteAppForm) => call(routes.putSiteApp, { params: { kind }, body });

/** Tries what stands in the form; what is left out is taken from the stored app. */
export const testSiteApp = (kind: string, body: Partial<SiteAppForm>) =>
  call(routes.testSiteApp, { params: { kind }, body });

export const forgetSiteApp = (kind: string) => call(routes.deleteSiteApp, { params: { kind } });

/** @returns where the browser has to go */
export const signIntoSite = async (kind: string): Promise<string> =>
  (await call(routes.signIntoSite, { params: { kind }, body: {} })).data.url;

export const testSiteUser = (kind: string) => call(routes.testSiteUser, { params: { kind }, body: {} });

export const signOutOfSite = (kind: string) => call(routes.signOutOfSite, { params: { kind } });

export const savePlaybackToken = (kind: string, token: string) =>
  call(routes.putSitePlayback, { params: { kind }, body: { token } });

/** @param token empty: the stored one is tried */
export const testPlaybackToken = (kind: string, token: string) =>
  call(routes.testSitePlayback, { params: { kind }, body: token === '' ? {} : { token } });

export const forgetPlaybackToken = (kind: string) => call(routes.deleteSitePlayback, { params: { kind } });
