import { scanLocalVideos as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const scanLocalVideos = (uuid: string) => call(route, { params: { uuid } });
