import { convertVod as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const convertVod = (uuid: string) => call(route, { params: { uuid } });
