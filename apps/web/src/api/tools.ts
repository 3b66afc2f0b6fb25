import * as routes from '#libs/contracts';
import { type SCHEDULED } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Runs now what else runs by itself. */
export const runScheduled = (name: (typeof SCHEDULED)[number]) => call(routes.runScheduled, { params: { name } });

export const resetChannels = () => call(routes.resetChannels);

/** @param force also while something is recorded or converted */
export const shutDown = (force: boolean) => call(routes.shutDown, { query: force ? { force: '1' } : {} });
