import { messageOf } from '#libs/errors';
import { type ChannelProfile, type Provider } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { Sites } from '../sites/sites.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { batches } from './batches.js';
import { SiteRenames } from './site-renames.js';

const EVERY_MS = 600_000;
/** Names and avatars are refreshed after this time. */
const OLD_MS = 86_400_000;
const REQUEST_MS = 30_000;

/** Refreshes the channel data of sites (name, avatar, broadcaster type) once a day. Runs on one API at a time. */
@Injectable()
export class ChannelProfiles {
  private readonly log = new Logger('site-facts');

  constructor(
    scheduler: Scheduler,
    private readonly channels: ChannelRepository,
    private readonly sites: Sites,
    private readonly siteRenames: SiteRenames,
  ) {
    scheduler.every('channel-profiles', EVERY_MS, () => this.run());
  }

  /**
   * Refreshes one channel now.
   * @throws the provider's errors
   */
  async refresh(channel: ChannelEntity, signal: AbortSignal): Promise<void> {
    await this.fetch(this.sites.of(channel.providerKind), [channel], signal);
  }

  async run(): Promise<void> {
    const old = (await this.channels.all()).filter((c) => c.site === null || Date.now() - c.site.at > OLD_MS);
    for (const provider of this.sites.all()) {
      const own = old.filter((c) => c.providerKind === provider.kind);
      for (const batch of batches(own, provider.batch))
        await this.fetch(provider, batch, AbortSignal.timeout(REQUEST_MS)).catch((thrown: unknown) => {
          this.log.warn(`${provider.kind}: channel data not refreshed: ${messageOf(thrown)}`);
        });
    }
  }

  private async fetch(
    { profiles: profile }: Provider,
    group: readonly ChannelEntity[],
    signal: AbortSignal,
  ): Promise<void> {
    if (profile === null) return;
    const found = await profile(
      group.flatMap((c) => this.sites.targetOf(c) ?? []),
      signal,
    );
    await forEachCollectingErrors(group, (channel) => this.save(channel, found.get(channel.uuid)));
  }

  private async save(channel: ChannelEntity, profile: ChannelProfile | undefined): Promise<void> {
    // If the site does not know the channel, try again tomorrow, because bans can be lifted.
    if (!profile) {
      if (channel.site) await this.store(channel, channel.site);
      return;
    }
    await this.siteRenames.follow(channel, profile);
    await this.store(channel, profile);
    this.sites.wantPictures(profile);
  }

  /** Writes only the site data, because the operator may have edited the row during the request. */
  private async store({ uuid }: ChannelEntity, profile: ChannelProfile): Promise<void> {
    await this.channels.saveSite(uuid, { site: { ...profile, at: Date.now() } });
  }
}
