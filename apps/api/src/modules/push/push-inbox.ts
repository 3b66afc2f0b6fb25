import { messageOf } from '#libs/errors';
import { type Provider, type PushEvent, type PushMessage, type Show } from '#libs/providers';
import { Injectable, Logger } from '@nestjs/common';
import { KeyedQueue } from '../../platform/keyed-queue.js';
import { LiveStatusHandler } from '../../detection/live-status-handler.js';
import { SiteRenames } from '../../detection/site-renames.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Sites } from '../../sites/sites.js';
import { PushRepository } from '../../persistence/repositories/push.repository.js';

type EventOf<F extends PushEvent['fact']> = Extract<PushEvent, { fact: F }>;
interface Delivery<F extends PushEvent['fact']> {
  readonly fact: EventOf<F>;
  readonly at: Date;
}

/** Timeout for the title look-up. The recording does not wait longer than this. */
const ABOUT_MS = 2000;

/**
 * Processes push messages of sites. Each delivery is processed once, whichever API receives it; the messages of a
 * channel are processed in order.
 */
@Injectable()
export class PushInbox {
  private readonly log = new Logger('push');
  private readonly queues = new KeyedQueue();

  constructor(
    private readonly rows: PushRepository,
    private readonly channels: ChannelRepository,
    private readonly sites: Sites,
    private readonly statusHandler: LiveStatusHandler,
    private readonly siteRenames: SiteRenames,
  ) {}

  /** @returns false if this delivery was already received */
  async take(kind: string, message: PushMessage): Promise<boolean> {
    const id = `${kind}:${message.id}`;
    if (!(await this.rows.takeMessage(id))) return false;
    this.queues
      .run(`${kind}:${message.fact.sourceId}`, () => this.apply(kind, message))
      .catch((thrown: unknown) => {
        this.log.error(
          `${kind}: push message about ${message.fact.sourceId} not processed; the next poll covers it: ${messageOf(thrown)}`,
        );
        return this.rows.releaseMessage(id);
      })
      .catch(() => undefined);
    return true;
  }

  private async apply(kind: string, { fact, at }: PushMessage): Promise<void> {
    const channel = await this.channels.bySource(kind, fact.sourceId);
    if (!channel) return;
    switch (fact.fact) {
      case 'online':
        return this.online(channel, { fact, at });
      case 'offline':
        return this.offline(channel, { fact, at });
      case 'update':
        return this.update(channel, { fact, at });
    }
  }

  private async online(channel: ChannelEntity, { fact, at }: Delivery<'online'>): Promise<void> {
    if (isLate(channel, at)) return;
    const lookup = await this.about(channel);
    // This look-up is fresh. The site's list, which Vodkeep polls, may still contain the previous title.
    const show =
      lookup === null
        ? (channel.stream ?? NO_SHOW)
        : { ...lookup, toldAt: Math.max(at.getTime(), channel.stream?.toldAt ?? 0) };
    const answer = {
      ...show,
      state: 'live' as const,
      streamId: fact.streamId,
      startedAt: fact.startedAt,
      viewers: null,
      named: null,
      at,
    };
    await this.statusHandler.handlePush(
      channel.uuid,
      { live: true, streamId: fact.streamId, at: Date.now(), stamp: at.getTime() },
      answer,
    );
  }

  private async offline(channel: ChannelEntity, { fact, at }: Delivery<'offline'>): Promise<void> {
    const ofAnother = fact.streamId !== null && channel.liveStreamId !== null && fact.streamId !== channel.liveStreamId;
    if (ofAnother || isLate(channel, at)) return;
    await this.statusHandler.handlePush(
      channel.uuid,
      { live: false, streamId: fact.streamId ?? channel.liveStreamId, at: Date.now(), stamp: at.getTime() },
      null,
    );
  }

  private async update(channel: ChannelEntity, { fact, at }: Delivery<'update'>): Promise<void> {
    await this.siteRenames.follow(channel, { login: fact.login, displayName: fact.displayName });
    const { title, category, language, isMature } = fact;
    // Events contain no tags, so the known tags stay.
    await this.statusHandler.handleMetadata(channel.uuid, {
      title,
      category,
      language,
      isMature,
      tags: channel.stream?.tags ?? [],
      viewers: channel.stream?.viewers ?? null,
      at: at.getTime(),
      toldAt: at.getTime(),
    });
  }

  private async about(channel: ChannelEntity): Promise<Show | null> {
    const provider: Provider = this.sites.of(channel.providerKind);
    const target = this.sites.targetOf(channel);
    if (!provider.about || !target) return null;
    const found = await provider.about([target], AbortSignal.timeout(ABOUT_MS)).catch((thrown: unknown) => {
      this.log.warn(`${channel.displayName}: title not available: ${messageOf(thrown)}`);
      return null;
    });
    return found?.get(channel.uuid) ?? null;
  }
}

const NO_SHOW: Show = { title: '', category: null, tags: [], language: '', isMature: false };
/**
 * A site repeats deliveries for minutes, and they may arrive out of order. The newest message by the site's clock wins.
 */
const isLate = ({ told }: ChannelEntity, at: Date): boolean => told?.stamp !== undefined && at.getTime() < told.stamp;
