import { testSiteUser as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const testSiteUser = (kind: string) => call(route, { params: { kind }, body: {} });
