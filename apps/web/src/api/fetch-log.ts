import { getLog } from '#libs/contracts';
import { call } from '../lib/call.js';

/** Lines of a day (`2026-11-28`) after a position. */
export const fetchLog = async (date: string, lastLine: number) => (await call(getLog, { params: { date, lastLine: String(lastLine) } })).data;
