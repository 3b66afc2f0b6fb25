import * as routes from '#libs/contracts';
import { type SiteAccountView } from '#libs/contracts';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { useIsAdmin } from './auth.js';
import { KEY } from './keys.js';

/** ms: subscriptions change without any action on the page, so they are polled. */
const REQUEST_MS = 10_000;

export const useSites = () =>
  useSWR(useIsAdmin() ? KEY.sites : null, async () => (await call(routes.listSites)).data, {
    refreshInterval: REQUEST_MS,
  });

/** Writes one site's new state into the cache. */
export const putSite = (site: SiteAccountView) =>
  mutate<SiteAccountView[]>(KEY.sites, (list) => list?.map((s) => (s.kind === site.kind ? site : s)), {
    revalidate: false,
  });

export interface SiteAppForm {
  readonly client_id: string;
  /** Absent: the stored one stays. */
  readonly client_secret?: string;
}

export const saveSiteApp = (kind: string, body: SiteAppForm) => call(routes.putSiteApp, { params: { kind }, body });

/** Tests the form's values; missing ones come from the stored app. */
export const testSiteApp = (kind: string, body: Partial<SiteAppForm>) =>
  call(routes.testSiteApp, { params: { kind }, body });

export const forgetSiteApp = (kind: string) => call(routes.deleteSiteApp, { params: { kind } });

/** @returns the address to which the browser must navigate */
export const signIntoSite = async (kind: string): Promise<string> =>
  (await call(routes.signIntoSite, { params: { kind }, body: {} })).data.url;

export const testSiteUser = (kind: string) => call(routes.testSiteUser, { params: { kind }, body: {} });

export const signOutOfSite = (kind: string) => call(routes.signOutOfSite, { params: { kind } });

export const savePlaybackToken = (kind: string, token: string) =>
  call(routes.putSitePlayback, { params: { kind }, body: { token } });

/** @param token empty: tests the stored one */
export const testPlaybackToken = (kind: string, token: string) =>
  call(routes.testSitePlayback, { params: { kind }, body: token === '' ? {} : { token } });

export const forgetPlaybackToken = (kind: string) => call(routes.deleteSitePlayback, { params: { kind } });
