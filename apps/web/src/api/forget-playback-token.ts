import { deleteSitePlayback } from '#libs/contracts';
import { call } from '../lib/call.js';

export const forgetPlaybackToken = (kind: string) => call(deleteSitePlayback, { params: { kind } });
