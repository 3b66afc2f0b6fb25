import { downloadCopy as route } from '#libs/contracts';
import { call } from '../lib/call.js';

export const downloadCopy = (uuid: string, quality: string) => call(route, { params: { uuid }, query: { quality } });
