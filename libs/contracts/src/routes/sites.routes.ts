import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { SiteAccountView } from '../entities/site-account.js';
import { localized } from '../localized.js';
import { defineRoute, NoBody, SiteRef } from './route.js';

const missing = { 'no-account': 404 };
/** A form does not have to send back a secret that was never shown: if it is absent, the stored one remains. */
const App = z.strictObject({
  client_id: z.string().trim().min(1, fieldMessage('field.required')).max(200),
  client_secret: z.string().trim().min(1).max(200).optional(),
});
const Token = z.strictObject({ token: z.string().trim().min(1, fieldMessage('field.required')).max(400) });
const Check = z.object({ ok: z.boolean(), message: localized() });

export const listSites = defineRoute({
  method: 'GET',
  path: '/api/v0/sites',
  level: 'admin',
  summary: 'Accounts at the sites, and how the sites report streams',
  data: z.array(SiteAccountView),
});
export const putSiteApp = defineRoute({
  method: 'PUT',
  path: '/api/v0/sites/:kind/app',
  level: 'admin',
  summary: 'Store the app of a site',
  params: SiteRef,
  body: App,
  data: SiteAccountView,
  errors: { ...missing, 'invalid-input': 400 },
});
export const deleteSiteApp = defineRoute({
  method: 'DELETE',
  path: '/api/v0/sites/:kind/app',
  level: 'admin',
  summary: 'Delete the app, and the user who is signed in with it',
  params: SiteRef,
  data: SiteAccountView,
  errors: missing,
});
export const testSiteApp = defineRoute({
  method: 'POST',
  path: '/api/v0/sites/:kind/app/test',
  level: 'admin',
  summary: 'Test the app of the form, or the stored one',
  params: SiteRef,
  body: App.partial().optional(),
  data: Check,
  errors: missing,
});
export const signIntoSite = defineRoute({
  method: 'POST',
  path: '/api/v0/sites/:kind/sign-in',
  level: 'admin',
  summary: 'URL for signing in at the site',
  params: SiteRef,
  body: NoBody,
  data: z.object({ url: z.string() }),
  errors: { ...missing, 'no-app': 400 },
});
/** The site redirects the browser here. The browser continues to the settings page, which shows the result. */
/** Why a sign-in failed. The address of the page names the code, because anybody may write a link with a text in it. */
export const SIGN_IN_FAULTS = ['denied', 'failed', 'not-accepted', 'refused', 'unknown'] as const;
export type SignInFault = (typeof SIGN_IN_FAULTS)[number];

export const siteCallback = defineRoute({
  method: 'GET',
  path: '/api/v0/sites/:kind/callback',
  level: 'admin',
  summary: 'Return of the browser after signing in',
  params: SiteRef,
  query: z.object({
    code: z.string().max(400).optional(),
    state: z.string().max(4000).optional(),
    error: z.string().max(400).optional(),
    error_description: z.string().max(400).optional(),
    scope: z.string().max(400).optional(),
  }),
  shape: 'raw',
  errors: missing,
});
export const signOutOfSite = defineRoute({
  method: 'DELETE',
  path: '/api/v0/sites/:kind/user',
  level: 'admin',
  summary: 'Sign out, and revoke the tokens',
  params: SiteRef,
  data: SiteAccountView,
  errors: missing,
});
export const testSiteUser = defineRoute({
  method: 'POST',
  path: '/api/v0/sites/:kind/user/test',
  level: 'admin',
  summary: 'Check whether the user is still signed in',
  params: SiteRef,
  body: NoBody,
  data: Check,
  errors: missing,
});
export const putSitePlayback = defineRoute({
  method: 'PUT',
  path: '/api/v0/sites/:kind/playback',
  level: 'admin',
  summary: "Store the user's playback token; it is never shown again",
  params: SiteRef,
  body: Token,
  data: SiteAccountView,
  errors: missing,
});
export const deleteSitePlayback = defineRoute({
  method: 'DELETE',
  path: '/api/v0/sites/:kind/playback',
  level: 'admin',
  summary: 'Delete the playback token',
  params: SiteRef,
  data: SiteAccountView,
  errors: missing,
});
export const testSitePlayback = defineRoute({
  method: 'POST',
  path: '/api/v0/sites/:kind/playback/test',
  level: 'admin',
  summary: 'Test the playback token of the form, or the stored one',
  params: SiteRef,
  body: Token.partial().optional(),
  data: Check,
  errors: missing,
});
/** The only site with its own sign-in route in v0; v0's pages and scripts call these two routes. */
export const V0_SIGN_IN_KIND = 'twitch';
/** Redirects to the site; with `rawurl` returns the URL in `data`. The browser returns to {@link siteCallback}. */
export const v0SignIn = defineRoute({
  method: 'GET',
  path: '/api/v0/twitch/authenticate',
  level: 'admin',
  summary: 'v0: redirect to signing in',
  query: z.strictObject({ rawurl: z.string().max(16).optional() }),
  shape: 'raw',
  errors: { 'no-app': 400 },
});
export const v0SignInState = defineRoute({
  method: 'GET',
  path: '/api/v0/twitch/status',
  level: 'admin',
  summary: 'v0: signed-in user',
  errors: { 'nobody-signed-in': 400 },
});
