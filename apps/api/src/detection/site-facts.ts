import { messageOf } from '#libs/errors';
import { type ChannelFacts, type Provider } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { Sites } from '../sites/sites.js';
import { eachOf } from '../platform/each-of.js';
import { batches } from './batches.js';
import { Renames } from './renames.js';

const EVERY_MS = 600_000;
/** Names and avatars are asked for again after this. */
const OLD_MS = 86_400_000;
const ASK_MS = 30_000;

/**
 * Keeps what sites tell of channels themselves (name, avatar, kind of partner) up to date: once a day is enough. One
 * api at a time.
 */
@Injectable()
export class SiteFacts {
  private readonly log = new Logger('site-facts');

  constructor(
    scheduler: Scheduler,
    private readonly channels: ChannelRepository,
    private readonly sites: Sites,
    private readonly renames: Renames,
  ) {
    scheduler.every('channel-profiles', EVERY_MS, () => this.round());
  }

  /** Of one channel, now. @throws what the provider throws */
  async refresh(channel: ChannelEntity, signal: AbortSignal): Promise<void> {
    await this.ask(this.sites.of(channel.providerKind), [channel], signal);
  }

  async round(): Promise<void> {
    const old = (await this.channels.all()).filter((c) => c.site === null || Date.now() - c.site.at > OLD_MS);
    for (const provider of this.sites.all()) {
      const own = old.filter((c) => c.providerKind === provider.kind);
      for (const batch of batches(own, provider.batch))
        await this.ask(provider, batch, AbortSignal.timeout(ASK_MS)).catch((thrown: unknown) => {
          this.log.warn(`${provider.kind}: channel data not refreshed: ${messageOf(thrown)}`);
        });
    }
  }

  private async ask({ facts }: Provider, group: readonly ChannelEntity[], signal: AbortSignal): Promise<void> {
    if (facts === null) return;
    const found = await facts(
      group.flatMap((c) => this.sites.targetOf(c) ?? []),
      signal,
    );
    await eachOf(group, (channel) => this.note(channel, found.get(channel.uuid)));
  }

  private async note(channel: ChannelEntity, told: ChannelFacts | undefined): Promise<void> {
    // One that the site does not know is asked again tomorrow: accounts that are banned come back.
    if (!told) {
      if (channel.site) await this.keep(channel, channel.site);
      return;
    }
    await this.renames.follow(channel, told);
    await this.keep(channel, told);
    this.sites.wantPictures(told);
  }

  /** Nothing else of the row: the operator may have edited it while the site was asked. */
  private async keep({ uuid }: ChannelEntity, facts: ChannelFacts): Promise<void> {
    await this.channels.noteSite(uuid, { site: { ...facts, at: Date.now() } });
  }
}
