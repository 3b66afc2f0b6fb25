import { type SettingsView } from '#libs/contracts';
import { type Provider } from '#libs/providers';
import { type PushSubscriptionEntity } from '../../persistence/entities/push.entity.js';

interface SocketUse {
  readonly id: string;
  readonly provider: string;
  readonly status: string;
  readonly subscriptions: number;
}

/**
 * Usage of each site's limits (v0's `quotas` and `websocket_quotas`): the last report of the site, or the count of
 * Vodkeep's own rows before the first report.
 */
export function pushQuotas(
  providers: readonly Pick<Provider, 'kind' | 'push'>[],
  rows: readonly PushSubscriptionEntity[],
): { readonly quotas: SettingsView['quotas']; readonly websocketQuotas: readonly SocketUse[] } {
  const used = providers.flatMap(({ kind, push }) => (push ? [{ kind, use: push.use() }] : []));
  const activeOf = (kind: string): number => rows.filter((r) => r.kind === kind && r.status === 'active').length;
  const sessions = Map.groupBy(
    rows.filter((r) => r.sessionId !== null),
    (r) => r.sessionId ?? '',
  );
  return {
    quotas: Object.fromEntries(
      used.map(({ kind, use }) => [
        kind,
        {
          max_total_cost: use?.maxTotalCost ?? 0,
          total_cost: use?.totalCost ?? 0,
          total: use?.total ?? activeOf(kind),
        },
      ]),
    ),
    websocketQuotas: [...sessions].map(([id, of]) => ({
      id,
      provider: of[0]?.kind ?? '',
      status: of.some((r) => r.status === 'active') ? 'connected' : 'lost',
      subscriptions: of.filter((r) => r.status === 'active').length,
    })),
  };
}
