import { v0ProviderOf } from '#libs/contracts';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';

/**
 * A channel's configuration in v0's format (docs/reference/v0-api.md#configured-channel) plus the options that v0 does
 * not have.
 * @param address as the operator sees it: `SourceAddresses.shownOf`
 */
export function channelConfig(
  { providerKind, uuid, internalName, displayName, sourceId, site, options }: ChannelEntity,
  address: string,
): Record<string, unknown> {
  const login = site?.login ?? internalName;
  return {
    ...fullOptions(options),
    provider: v0ProviderOf(providerKind),
    provider_kind: providerKind,
    uuid,
    login,
    channel_id: sourceId,
    slug: login,
    internalName,
    displayName,
    url: address,
  };
}
