import * as routes from '#libs/contracts';
import { call } from '../lib/call.js';

export const deleteClip = (uuid: string) => call(routes.deleteClip, { params: { uuid } });
