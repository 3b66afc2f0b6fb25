import * as routes from '#libs/contracts';
import { call } from '../lib/call.js';

export const scanLibrary = () => call(routes.scanLibrary);

export const scanChannel = (uuid: string) => call(routes.scanChannel, { params: { uuid } });

export const scanLocalVideos = (uuid: string) => call(routes.scanLocalVideos, { params: { uuid } });
