import * as routes from '#libs/contracts';
import { type SCHEDULED } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Runs a periodic task now. */
export const runScheduled = (name: (typeof SCHEDULED)[number]) => call(routes.runScheduled, { params: { name } });

export const resetChannels = () => call(routes.resetChannels);

/** @param force shut down even during a recording or a conversion */
export const shutDown = (force: boolean) => call(routes.shutDown, { query: force ? { force: '1' } : {} });
