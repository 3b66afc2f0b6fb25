import { signOutOfSite as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const signOutOfSite = (kind: string) => call(route, { params: { kind } });
