import { signIntoSite as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** @returns where the browser has to go */
export const signIntoSite = async (kind: string): Promise<string> =>
  (await call(route, { params: { kind }, body: {} })).data.url;
