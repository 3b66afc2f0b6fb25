import { getLogDay } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Days that have lines, newest first. */
export const fetchLogDays = async (day: string) =>
  (await call(getLogDay, { params: { date: day }, query: { limit: '1' } })).data.logs;
