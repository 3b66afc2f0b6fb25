import { shutDown as route } from '#libs/contracts';
import { call } from '../lib/call.js';

/** @param force also while something is recorded or converted */
export const shutDown = (force: boolean) => call(route, { query: force ? { force: '1' } : {} });
