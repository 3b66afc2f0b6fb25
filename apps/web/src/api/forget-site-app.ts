import { deleteSiteApp } from '#libs/contracts';
import { call } from '../lib/call.js';

export const forgetSiteApp = (kind: string) => call(deleteSiteApp, { params: { kind } });
