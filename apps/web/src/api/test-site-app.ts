import { testSiteApp as route } from '#libs/contracts';
import { call } from '../lib/call.js';
import { type SiteAppForm } from './save-site-app.js';

/** Tries what stands in the form; what is left out is taken from the stored app. */
export const testSiteApp = (kind: string, body: Partial<SiteAppForm>) => call(route, { params: { kind }, body });
