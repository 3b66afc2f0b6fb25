import { runScheduled as route, type SCHEDULED } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Runs now what else runs by itself. */
export const runScheduled = (name: (typeof SCHEDULED)[number]) => call(route, { params: { name } });
