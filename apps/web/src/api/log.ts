import * as routes from '#libs/contracts';
import { type z } from 'zod';
import { call } from '../lib/call.js';

/** Days that have lines, newest first. */
export const fetchLogDays = async (day: string) =>
  (await call(routes.getLogDay, { params: { date: day }, query: { limit: '1' } })).data.logs;

/** `day`: 2026-11-28. What is empty does not matter; `levels` are all that may be shown. */
export interface LogQuestion {
  readonly day: string;
  readonly levels: readonly string[];
  readonly module: string;
  readonly service: string;
  readonly searchText: string;
}
export type LogPage = z.infer<(typeof routes.searchLog)['data']>;
export type FoundLine = LogPage['lines'][number];

/** Lines of a day that fit, after a position. */
export async function searchLog(
  { day, levels, module, service, searchText }: LogQuestion,
  after: number,
): Promise<LogPage> {
  const query = { module, service, q: searchText.trim(), level: levels.join(',') };
  return (
    await call(routes.searchLog, {
      query: {
        dateFrom: day,
        dateTo: day,
        after: String(after),
        ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
      },
    })
  ).data;
}
