import { refreshMetadata as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const refreshMetadata = (uuid: string) => call(route, { params: { uuid } });
