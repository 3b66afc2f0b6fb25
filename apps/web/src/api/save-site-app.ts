import { putSiteApp } from '#libs/contracts';
import { call } from '../lib/call.js';

export interface SiteAppForm {
  readonly client_id: string;
  /** Left out: the stored one stays. */
  readonly client_secret?: string;
}

export const saveSiteApp = (kind: string, body: SiteAppForm) => call(putSiteApp, { params: { kind }, body });
