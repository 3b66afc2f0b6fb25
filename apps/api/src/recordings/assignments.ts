import { type Assignment, NO_ACCESS, SELF_TEST_KIND } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Outbox } from '../persistence/repositories/outbox.repository.js';
import { type Tx } from '../persistence/database/tx.js';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { Settings } from '../settings/settings.service.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { isWithheld } from '../vods/space-hold.js';
import { suspicionOf } from '../vods/suspicion.js';
import { AccountVault } from '../sites/account-vault.js';
import { Sites } from '../sites/sites.js';

/** Writes the assignment for a recorder: the channel's present settings, with its secrets sealed for the recorder. */
@Injectable()
export class Assignments {
  constructor(
    private readonly settings: Settings,
    private readonly vault: AccountVault,
    private readonly sites: Sites,
    private readonly outbox: Outbox,
  ) {}

  /** Call inside the transaction that decides the assignment. A VOD that nobody shall record now gets none. */
  async put(channel: ChannelEntity, vod: VodEntity, tx: Tx): Promise<Assignment> {
    const assignment = await this.assignmentOf(channel, vod);
    if (!isWithheld(vod)) await this.outbox.assign(assignment, tx);
    else await this.outbox.unassign(vod.uuid, tx);
    return assignment;
  }

  async take(vodUuid: string, tx: Tx): Promise<void> {
    await this.outbox.unassign(vodUuid, tx);
  }

  private async assignmentOf(channel: ChannelEntity, vod: VodEntity): Promise<Assignment> {
    const isolated = suspicionOf(vod)?.recorder ?? null;
    const { quality, nearest_below, priority, stale_targets, live_chat } = fullOptions(channel.options);
    return {
      vodUuid: vod.uuid,
      channelUuid: channel.uuid,
      channelName: channel.internalName,
      providerKind: channel.providerKind,
      sourceUrl: channel.sourceAddress ?? channel.sourceUrl,
      ...(channel.sourceNetwork ? { sourceNetwork: channel.sourceNetwork } : {}),
      sourceId: channel.sourceId,
      ...(channel.site ? { login: channel.site.login } : {}),
      sealedHeaders: channel.credentials ?? (await this.playbackHeaders(channel)),
      chat: live_chat && this.sites.of(channel.providerKind).chat !== null,
      ...this.proxy(channel),
      qualities: quality,
      nearestBelow: nearest_below,
      ...this.audio(),
      priority,
      staleTargets: stale_targets ?? this.settings.get('capture.stale_targets'),
      ...(isolated === null ? {} : { isolated }),
      createdAt: new Date().toISOString(),
    };
  }

  private audio(): Pick<Assignment, 'audio'> {
    const audio = this.settings.get('capture.audio');
    return audio === 'default' ? {} : { audio };
  }

  /** The operator's playback token, sealed for this channel's recorder. */
  async playbackHeaders({ uuid, providerKind }: Pick<ChannelEntity, 'uuid' | 'providerKind'>): Promise<string | null> {
    const token = this.sites.of(providerKind).account ? await this.vault.playback(providerKind) : null;
    return token === null ? null : this.sites.sealAccess(uuid, { ...NO_ACCESS, login: `OAuth ${token}` });
  }

  /** Sealed, because the URL may contain a password. None for a self-test, whose source is in the network of the API. */
  proxy({ uuid, providerKind }: Pick<ChannelEntity, 'uuid' | 'providerKind'>): Pick<Assignment, 'proxy'> {
    const url = this.settings.get('capture.http_proxy');
    return url === '' || providerKind === SELF_TEST_KIND
      ? {}
      : { proxy: { sealed: this.sites.sealText(uuid, url), for: this.settings.get('capture.proxy_for') } };
  }
}
