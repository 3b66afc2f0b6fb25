import { v0ProviderOf } from '#libs/contracts';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { maskedAddress } from './masked-address.js';

/**
 * A channel as configured, in the form of v0 (docs/reference/v0-api.md#configured-channel), with our own options beside
 * it.
 */
export function channelConfig({
  providerKind,
  uuid,
  internalName,
  displayName,
  sourceId,
  sourceUrl,
  site,
  options,
}: ChannelEntity): Record<string, unknown> {
  const login = site?.login ?? internalName;
  return {
    ...fullOptions(options),
    provider: v0ProviderOf(providerKind),
    provider_kind: providerKind,
    uuid,
    login,
    channel_id: maskedAddress(sourceId),
    slug: login,
    internalName,
    displayName,
    url: maskedAddress(sourceUrl),
  };
}
