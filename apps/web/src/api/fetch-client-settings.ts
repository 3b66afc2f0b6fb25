import { getClientSettings } from '#libs/contracts';
import { call } from '../lib/call.js';

/** The copy of a page's settings that stands on the server; empty until one was left there. */
export const fetchClientSettings = async () => (await call(getClientSettings)).data;
