import { validateUrl as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Whether a public address leads to this instance. */
export const validateUrl = async (url: string) => (await call(route, { body: { url } })).data;
