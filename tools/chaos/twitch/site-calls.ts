import type { SimLog, SiteCall } from '../../provider-sim/index.js';

export const HELIX = 'api.twitch.tv';
export const AUTH = 'id.twitch.tv';
export const GQL = 'gql.twitch.tv';

/** Requests to a host since this time. */
export const callsTo = ({ sites }: Pick<SimLog, 'sites'>, host: string, since: number): SiteCall[] =>
  sites.filter((call) => call.host === host && call.at >= since);

/** Counts by status, for example `3 x 500, 1 x 200`. */
export function statusesOf(calls: readonly Pick<SiteCall, 'status'>[]): string {
  const counts = Map.groupBy(calls, ({ status }) => status);
  return [...counts].map(([status, those]) => `${String(those.length)} x ${String(status)}`).join(', ') || 'none';
}
