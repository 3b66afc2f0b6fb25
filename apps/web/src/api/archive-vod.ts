import { archiveVod as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const archiveVod = (uuid: string) => call(route, { params: { uuid } });
