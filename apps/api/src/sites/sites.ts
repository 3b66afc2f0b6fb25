import { type SourceAccess } from '#libs/contracts';
import { type ChannelProfile, type ChannelTarget, type Provider, Providers } from '#libs/providers';
import { Sealer } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { SOURCE_SEALER } from './tokens.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { SitePictures } from './site-pictures.js';
import { SourceAddresses } from './source-addresses.js';
import { openSource, sealSource } from './source-credentials.js';

/** Providers of the sites, and channels with decrypted credentials for them. */
@Injectable()
export class Sites {
  constructor(
    private readonly providers: Providers,
    private readonly pictures: SitePictures,
    @Inject(SOURCE_SEALER) private readonly sealer: Sealer,
    readonly addresses: SourceAddresses,
  ) {}

  /** @throws UserError `unknown-provider` */
  of(kind: string): Provider {
    return this.providers.of(kind);
  }
  all(): readonly Provider[] {
    return this.providers.all();
  }

  /**
   * The channel as its provider needs it.
   * @returns null if its address or its credentials cannot be opened with this installation's keys; this must not affect
   *   other channels
   */
  targetOf(channel: ChannelEntity): ChannelTarget | null {
    try {
      const access = openSource(this.sealer, channel.uuid, channel.credentials);
      const { uuid: key, sourceId, sourceNetwork: network, stream } = channel;
      const sourceUrl = this.addresses.addressOf(channel);
      return { key, sourceId, sourceUrl, access, network, wasLive: stream !== null };
    } catch {
      return null;
    }
  }

  /** Fetches a channel's own images, so that pages can show them. */
  wantPictures(profile: ChannelProfile | null): void {
    for (const url of [profile?.avatarUrl, profile?.offlineImageUrl])
      if (url !== undefined) this.pictures.fetchInBackground(url);
  }
  /** Seals a text so that only this channel's recorder can open it. */
  sealText(channelUuid: string, text: string): string {
    return this.sealer.seal(channelUuid, text);
  }
  /** @returns null if there is nothing to seal */
  sealAccess(channelUuid: string, access: SourceAccess): string | null {
    return sealSource(this.sealer, channelUuid, access);
  }
  /** @throws UserError of the sealer: the credentials cannot be opened with this installation's keys */
  accessOf({ uuid, credentials }: Pick<ChannelEntity, 'uuid' | 'credentials'>): SourceAccess {
    return openSource(this.sealer, uuid, credentials);
  }
}
