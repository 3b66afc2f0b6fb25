import * as routes from '#libs/contracts';
import { type z } from 'zod';
import { call } from '../lib/call.js';

/** Days that have log lines, newest first. */
export const fetchLogDays = async (day: string) =>
  (await call(routes.getLogDay, { params: { date: day }, query: { limit: '1' } })).data.logs;

/** `day`: 2026-11-28. An empty field does not filter; `levels` lists the levels to show. */
export interface LogQuestion {
  readonly day: string;
  readonly levels: readonly string[];
  readonly module: string;
  readonly service: string;
  readonly searchText: string;
}
export type LogPage = z.infer<(typeof routes.searchLog)['data']>;
export type FoundLine = LogPage['lines'][number];

/** Matching lines of a day, after a position. */
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
