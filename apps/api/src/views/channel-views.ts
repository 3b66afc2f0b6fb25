import { type ApiConfig } from '#libs/config';
import { type Channel, SELF_TEST_KIND, type View } from '#libs/contracts';
import { isQueued } from '#libs/domain';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ChannelCounts, NO_VODS } from '../persistence/repositories/channel-count.repository.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { PushRepository } from '../persistence/repositories/push.repository.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';
import { SourceAddresses } from '../sites/source-addresses.js';
import { presentChannel } from './channel.presenter.js';
import { NOTHING_SAVED, SavedViews } from './saved-views.js';
import { VodViews } from './vod-views.js';

/** Channels in the format for clients, with all of their VODs (v0) or only the newest ones. */
@Injectable()
export class ChannelViews {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly vodViews: VodViews,
    private readonly subscriptions: PushRepository,
    private readonly metadata: StreamMetadataRepository,
    private readonly counts: ChannelCounts,
    private readonly saved: SavedViews,
    private readonly addresses: SourceAddresses,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {}

  /** @param newest number of VODs, in addition to the unfinished ones; all VODs if not given */
  async one(uuid: string, newest?: number): Promise<View<typeof Channel> | null> {
    const channel = await this.channels.find(uuid);
    const isShown = channel && channel.providerKind !== SELF_TEST_KIND;
    return isShown ? ((await this.present([channel], newest))[0] ?? null) : null;
  }

  /** @param newest as in {@link one}, for each channel */
  async all(newest?: number): Promise<View<typeof Channel>[]> {
    const channels = newest === undefined ? await this.channels.all() : await this.channels.listed();
    return this.present(channels, newest);
  }

  /** The channels with only their unfinished VODs. */
  async withUnfinishedVods(uuids: readonly string[]): Promise<View<typeof Channel>[]> {
    return this.present(await this.channels.listed(uuids), 0);
  }

  private async present(channels: readonly ChannelEntity[], newest?: number): Promise<View<typeof Channel>[]> {
    const uuids = channels.map((c) => c.uuid);
    const rows =
      newest === undefined
        ? (await this.vods.listOf(uuids)).filter((v) => v.archivedAt === null)
        : await this.vods.shownOf(uuids, newest);
    const [vods, subscriptions, favourites, counts, saved] = await Promise.all([
      this.vodViews.present(rows),
      this.subscriptions.subscriptions(),
      this.metadata.favourites(),
      this.counts.of(uuids),
      this.saved.of(channels),
    ]);
    const queued = new Set(rows.filter(isQueued).map(({ uuid }) => uuid));
    const vodsOf = Map.groupBy(vods, (v) => v.channel_uuid);
    const subscriptionsOf = Map.groupBy(subscriptions, (s) => `${s.kind} ${s.sourceId}`);
    return channels.map((channel) =>
      presentChannel({
        channel,
        address: this.addresses.shownOf(channel),
        isShort: newest !== undefined,
        basepath: this.config.http.basepath,
        favourites,
        vods: vodsOf.get(channel.uuid) ?? [],
        queued,
        subscriptions: subscriptionsOf.get(`${channel.providerKind} ${channel.sourceId}`) ?? [],
        count: counts.get(channel.uuid) ?? NO_VODS,
        saved: saved.get(channel.uuid) ?? NOTHING_SAVED,
      }),
    );
  }
}
