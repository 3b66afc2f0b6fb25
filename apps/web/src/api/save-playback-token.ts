import { putSitePlayback } from '#libs/contracts';
import { call } from '../lib/call.js';

export const savePlaybackToken = (kind: string, token: string) =>
  call(putSitePlayback, { params: { kind }, body: { token } });
