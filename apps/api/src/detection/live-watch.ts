import { messageOf } from '#libs/errors';
import { type ChannelTarget, LIVE_BY_MEDIA, type LiveAnswer, type Provider } from '#libs/providers';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Settings } from '../settings/settings.service.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { WriteGates } from '../space/write-gates.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Sites } from '../sites/sites.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { batches } from './batches.js';
import { unknownSinceOf } from './channel-status-writer.js';
import { LiveStatusHandler } from './live-status-handler.js';
import { isUnchangedStatus } from './unchanged-status.js';
import { nextCheckAt } from './next-check-at.js';
import { RecorderReads } from './recorder-reads.js';
import { UNREADABLE_CREDENTIALS } from './unreadable-credentials.js';
import { LastKnownLiveStatus } from './last-known-live-status.js';

/** Name of the task that detects which channels are live. */
export const DETECTION = 'detection';
/** Interval of the check which channels are due. */
const TICK_MS = 500;
/** The list of channels is read again after this time, in case the change notification was lost. */
const ROSTER_MS = 10_000;

/** One call to a site. */
interface BatchCheck {
  readonly group: readonly ChannelEntity[];
  /** Number of all channels of the site. */
  readonly siteChannels: number;
  readonly signal: AbortSignal;
}
interface ScheduledCheck {
  at: number;
  seen: string | null;
  busy: boolean;
}

const isDue = (due: ScheduledCheck | undefined, now: number): boolean =>
  due === undefined || (!due.busy && due.at <= now);

/**
 * Detects which channels are live by polling their sites. Runs on one API at a time. Polling is authoritative, so a
 * lost push message loses no stream.
 */
@Injectable()
export class LiveWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('live-watch');
  private readonly task: PeriodicTask;
  private readonly due = new Map<string, ScheduledCheck>();
  private roster: { readonly channels: readonly ChannelEntity[]; readonly readAt: number } = {
    channels: [],
    readAt: 0,
  };
  private stopListening: () => void = () => undefined;

  constructor(
    scheduler: Scheduler,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly statusHandler: LiveStatusHandler,
    private readonly lastStatus: LastKnownLiveStatus,
    private readonly sites: Sites,
    private readonly notifier: UiNotifier,
    private readonly reads: RecorderReads,
    gates: WriteGates,
  ) {
    this.task = scheduler.every(DETECTION, TICK_MS, (signal) => this.run(signal));
    gates.onOpen(() => {
      this.checkRefused();
    });
  }

  onApplicationBootstrap(): void {
    this.stopListening = this.notifier.onChanged(({ entity }) => {
      if (entity.startsWith('channel')) this.forgetRoster();
    });
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** Checks a channel at the next tick, after it was added or edited or on request of the operator. */
  checkNow(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.forgetRoster();
    this.task.wake();
  }

  /** Checks all channels of a site at the next tick, because push messages may have been missed. */
  checkAll(kind: string): void {
    for (const { uuid, providerKind } of this.roster.channels) if (providerKind === kind) this.due.delete(uuid);
    this.task.wake();
  }

  /** Checks the live channels at the next tick whose recording was refused. */
  private checkRefused(): void {
    for (const { uuid, isLive, verdictState } of this.roster.channels)
      if (isLive && verdictState === 'not-recorded') this.due.delete(uuid);
    this.task.wake();
  }

  /** Stops checking a channel that was removed. */
  forget(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.lastStatus.forget(channelUuid);
    this.forgetRoster();
  }

  private forgetRoster(): void {
    this.roster = { ...this.roster, readAt: 0 };
  }

  /** Does not wait for the responses, so that an unresponsive server only delays its own channels. */
  private async run(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    if (now - this.roster.readAt > ROSTER_MS) this.roster = { channels: await this.channels.watched(), readAt: now };
    const kinds = Map.groupBy(this.roster.channels, (c) => c.providerKind);
    await forEachCollectingErrors(kinds, ([kind, all]) => this.checkKind(kind, all, signal));
  }

  private async checkKind(kind: string, all: readonly ChannelEntity[], signal: AbortSignal): Promise<void> {
    const now = Date.now();
    const due = all.filter((c) => isDue(this.due.get(c.uuid), now));
    if (due.length === 0) return;
    const provider = this.sites.of(kind);
    const read = await this.reads.channelsOf(provider);
    for (const channel of due) if (read.has(channel.uuid)) void this.saveAsLive(channel, all.length);
    for (const batch of batches(
      due.filter((c) => !read.has(c.uuid)),
      provider.batch,
    ))
      this.check(provider, { group: batch, siteChannels: all.length, signal }).catch((thrown: unknown) => {
        if (!signal.aborted) this.log.error(`${kind}: poll failed: ${messageOf(thrown)}`);
      });
  }

  /** Takes the place of a check while a recorder reads the source. */
  private async saveAsLive(channel: ChannelEntity, siteChannels: number): Promise<void> {
    const due = this.schedule(channel, 1, siteChannels);
    this.due.set(channel.uuid, due);
    await this.save(channel, LIVE_BY_MEDIA);
    due.busy = false;
  }

  private async check(provider: Provider, { group, siteChannels, signal }: BatchCheck): Promise<void> {
    // If a channel is scheduled again meanwhile (on request of the operator), it stays busy until the newer check ends.
    const scheduled = new Map(group.map((c) => [c.uuid, this.schedule(c, provider.batch, siteChannels)]));
    for (const [uuid, due] of scheduled) this.due.set(uuid, due);
    try {
      const answers = await provider.live(
        group.flatMap((c) => this.targetOf(c) ?? []),
        signal,
      );
      for (const channel of group) {
        const answer = answers.get(channel.uuid) ?? UNREADABLE_CREDENTIALS;
        await this.save(channel, answer);
      }
    } finally {
      for (const due of scheduled.values()) due.busy = false;
    }
  }

  private schedule(channel: ChannelEntity, batchSize: number, siteChannels: number): ScheduledCheck {
    const at = nextCheckAt({ pollMs: this.pollMs(channel), batchSize, siteChannels, now: Date.now() });
    return { at, seen: this.due.get(channel.uuid)?.seen ?? null, busy: true };
  }

  private pollMs(channel: ChannelEntity): number {
    return (fullOptions(channel.options).poll_s ?? this.settings.get('live.poll_s')) * 1000;
  }

  private targetOf(channel: ChannelEntity): (ChannelTarget & { readonly seen: string | null }) | null {
    const target = this.sites.targetOf(channel);
    return target && { ...target, seen: this.due.get(channel.uuid)?.seen ?? null };
  }

  private save(channel: ChannelEntity, answer: LiveAnswer): Promise<void> {
    return this.apply(channel, answer).catch((thrown: unknown) => {
      this.log.error(`${channel.displayName}: live status not saved: ${messageOf(thrown)}`);
    });
  }

  /** A recorder opened the source during the check, which may have failed for that reason. */
  private async isOvertaken({ uuid, providerKind }: ChannelEntity, { state }: LiveAnswer): Promise<boolean> {
    return state !== 'live' && (await this.reads.channelsOf(this.sites.of(providerKind))).has(uuid);
  }

  private async apply(channel: ChannelEntity, answer: LiveAnswer): Promise<void> {
    const due = this.due.get(channel.uuid);
    if (answer.state === 'unsure') {
      if (due) Object.assign(due, { seen: answer.seen, at: Math.min(due.at, Date.now() + answer.againMs) });
      return;
    }
    if (due && answer.state !== 'unknown') due.seen = null;
    await this.applyStatus(channel, answer);
  }

  private async applyStatus(channel: ChannelEntity, answer: Exclude<LiveAnswer, { state: 'unsure' }>): Promise<void> {
    const isUnchanged = isUnchangedStatus(channel, answer);
    if ((!isUnchanged || answer.state === 'unknown') && (await this.isOvertaken(channel, answer))) return;
    if (answer.state === 'unknown')
      this.lastStatus.setUnknown(channel.uuid, { since: unknownSinceOf(channel), pollMs: this.pollMs(channel) });
    if (!isUnchanged) await this.statusHandler.handlePoll(channel.uuid, answer);
    else if (answer.state === 'offline') this.lastStatus.set(channel.uuid, false);
  }
}
