import { createHmac } from 'node:crypto';
import { HLS_KIND, type ManifestChannel, MASK } from '#libs/contracts';
import { type ChannelIdentity, readHlsAddress } from '#libs/providers';
import { isSealed, Keyring, type Sealer } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { maskedAddress, originOf } from './masked-address.js';
import { SOURCE_SEALER } from './tokens.js';

/** The columns with the address of a channel. */
export type SourceColumns = Pick<ChannelEntity, 'sourceUrl' | 'sourceAddress' | 'sourceId'>;
type Stored = Pick<ChannelEntity, 'uuid' | 'sourceUrl' | 'sourceAddress'>;
type Source = Pick<ChannelIdentity, 'sourceUrl' | 'sourceId'>;
/** A channel of a site has a public address, which is stored as it is. */
type Kind = string;

/**
 * Stores the address of a channel by address like a password, because its query may contain tokens and its path a stream
 * key: sealed for the channel, with its origin in clear, and a keyed hash that finds the same address again.
 */
@Injectable()
export class SourceAddresses {
  private readonly idKey: Buffer;

  constructor(
    @Inject(SOURCE_SEALER) private readonly sealer: Sealer,
    keyring: Keyring,
  ) {
    [this.idKey] = keyring.signingKeys('source-id');
  }

  columnsOf(kind: Kind, uuid: string, { sourceUrl, sourceId }: Source): SourceColumns {
    if (kind !== HLS_KIND) return { sourceUrl, sourceAddress: null, sourceId };
    return {
      sourceUrl: originOf(sourceUrl),
      sourceAddress: this.sealer.seal(uuid, sourceUrl),
      sourceId: this.idOf(kind, sourceId),
    };
  }

  /** The stored id of a provider's identity. An id that is stored already stays. */
  idOf(kind: Kind, sourceId: string): string {
    const address = kind === HLS_KIND ? foldedAddress(sourceId) : null;
    if (address === null) return sourceId;
    return `hls-${createHmac('sha256', this.idKey).update(address).digest('hex').slice(0, 32)}`;
  }

  /** @throws UserError of the sealer: the address cannot be opened with this installation's keys */
  addressOf({ uuid, sourceUrl, sourceAddress }: Stored): string {
    return sourceAddress === null ? sourceUrl : this.sealer.open(uuid, sourceAddress);
  }

  /** The address as the operator sees it: without the values of its query. Only its origin if it cannot be opened. */
  shownOf(channel: Stored): string {
    return this.masked(channel) ?? channel.sourceUrl;
  }

  /** The address in a file, as {@link shownOf}. One that cannot be opened is masked: its origin is no address to follow. */
  exportedOf(channel: Stored): string {
    return this.masked(channel) ?? `${channel.sourceUrl}/?${MASK}`;
  }

  /** The address that identifies the channel in a file, as {@link exportedOf}; the id of a channel of a site. */
  exportedIdOf(channel: Stored & Pick<ChannelEntity, 'providerKind' | 'sourceId'>): string {
    if (channel.providerKind !== HLS_KIND) return channel.sourceId;
    const exported = this.exportedOf(channel);
    return foldedAddress(exported) ?? exported;
  }

  /** Null if it cannot be opened. */
  private masked(channel: Stored): string | null {
    try {
      return maskedAddress(this.addressOf(channel));
    } catch {
      return null;
    }
  }

  /** The fields of a manifest: no address of a channel by address in clear. */
  inManifest(
    channel: Stored & Pick<ChannelEntity, 'providerKind' | 'sourceId'>,
  ): Pick<ManifestChannel, 'sourceUrl' | 'sourceId'> & { readonly sealedAddress?: string } {
    const { providerKind, uuid, sourceUrl, sourceId, sourceAddress } = channel;
    if (providerKind !== HLS_KIND) return { sourceUrl, sourceId };
    const columns = sourceAddress ? { sourceUrl, sourceAddress } : this.columnsOf(providerKind, uuid, channel);
    return {
      sourceUrl: columns.sourceUrl,
      sourceId: this.idOf(providerKind, sourceId),
      ...(columns.sourceAddress === null ? {} : { sealedAddress: columns.sourceAddress }),
    };
  }

  /** The columns for a channel of a manifest. An address that cannot be opened stays sealed, and is entered again. */
  fromManifest({ providerKind, uuid, sourceUrl, sourceId, sealedAddress }: ManifestChannel): SourceColumns {
    if (providerKind !== HLS_KIND || sealedAddress === undefined)
      return this.columnsOf(providerKind, uuid, { sourceUrl, sourceId });
    return this.renewed({ uuid, sourceUrl, sourceId, sourceAddress: sealedAddress });
  }

  /**
   * Seals an address with the newest key, and hashes it with that key, if an older one sealed it or none.
   * @returns the same columns if nothing is to do, or if it cannot be opened
   */
  renewed({ uuid, sourceUrl, sourceId, sourceAddress }: SourceColumns & { readonly uuid: string }): SourceColumns {
    const columns = { sourceUrl, sourceId, sourceAddress };
    if (sourceAddress === null) return this.columnsOf(HLS_KIND, uuid, columns);
    if (isSealed(sourceAddress) && !this.sealer.isOld(sourceAddress)) return columns;
    try {
      const address = this.sealer.open(uuid, sourceAddress);
      return this.columnsOf(HLS_KIND, uuid, { sourceUrl: address, sourceId: address });
    } catch {
      return columns;
    }
  }
}

/** An address as it identifies a channel; null for text that is none, for example an id that is a hash. */
function foldedAddress(text: string): string | null {
  try {
    return readHlsAddress(text, 'source_id').sourceId;
  } catch {
    return null;
  }
}
