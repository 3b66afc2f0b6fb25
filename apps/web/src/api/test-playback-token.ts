import { testSitePlayback } from '#libs/contracts';
import { call } from '../lib/call.js';

/** @param token empty: the stored one is tried */
export const testPlaybackToken = (kind: string, token: string) =>
  call(testSitePlayback, { params: { kind }, body: token === '' ? {} : { token } });
