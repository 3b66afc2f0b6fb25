import { messageOf } from '#libs/errors';
import { type ChannelTarget, type LiveAnswer, type Provider } from '#libs/providers';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Settings } from '../settings/settings.service.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Sites } from '../sites/sites.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { batches } from './batches.js';
import { LiveStatusHandler } from './live-status-handler.js';
import { isUnchangedStatus } from './unchanged-status.js';
import { nextCheckAt } from './next-check-at.js';
import { UNREADABLE_CREDENTIALS } from './unreadable-credentials.js';
import { LastKnownLiveStatus } from './last-known-live-status.js';

/** Name of the task that finds out which channels are live. */
export const DETECTION = 'detection';
/** The watch looks this often which channels are due. */
const TICK_MS = 500;
/** The list of channels is read again after this, should nobody have said that it changed. */
const ROSTER_MS = 10_000;

interface Question {
  readonly group: readonly ChannelEntity[];
  /** Channels of the site, in all. */
  readonly ofAll: number;
  readonly signal: AbortSignal;
}
interface Due {
  at: number;
  seen: string | null;
  busy: boolean;
}

const isDue = (due: Due | undefined, now: number): boolean => due === undefined || (!due.busy && due.at <= now);

/**
 * Finds out which channels are live by polling their sites; one api at a time. This poll is the truth: a lost push
 * loses no stream.
 */
@Injectable()
export class LiveWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('live-watch');
  private readonly task: PeriodicTask;
  private readonly due = new Map<string, Due>();
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
  ) {
    this.task = scheduler.every(DETECTION, TICK_MS, (signal) => this.run(signal));
  }

  onApplicationBootstrap(): void {
    this.stopListening = this.notifier.onChanged(({ entity }) => {
      if (entity.startsWith('channel')) this.forgetRoster();
    });
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** Asks a channel at the next tick: it was added, edited, or somebody presses a button. */
  checkNow(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.forgetRoster();
    this.task.wake();
  }

  /** Asks all channels of a site: what it reported while nobody listened is not known. */
  checkAll(kind: string): void {
    for (const { uuid, providerKind } of this.roster.channels) if (providerKind === kind) this.due.delete(uuid);
    this.task.wake();
  }

  /** The channel is followed no more. */
  forget(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.lastStatus.forget(channelUuid);
    this.forgetRoster();
  }

  private forgetRoster(): void {
    this.roster = { ...this.roster, readAt: 0 };
  }

  /** Does not wait for the answers: a server that hangs holds up nobody's detection but its own. */
  private async run(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    if (now - this.roster.readAt > ROSTER_MS) this.roster = { channels: await this.channels.all(), readAt: now };
    const kinds = Map.groupBy(this.roster.channels, (c) => c.providerKind);
    await forEachCollectingErrors(kinds, ([kind, all]) => {
      this.checkKind(kind, all, signal);
      return Promise.resolve();
    });
  }

  private checkKind(kind: string, all: readonly ChannelEntity[], signal: AbortSignal): void {
    const now = Date.now();
    const provider = this.sites.of(kind);
    const due = all.filter((c) => isDue(this.due.get(c.uuid), now));
    for (const batch of batches(due, provider.batch))
      this.check(provider, { group: batch, ofAll: all.length, signal }).catch((thrown: unknown) => {
        if (!signal.aborted) this.log.error(`${kind}: poll failed: ${messageOf(thrown)}`);
      });
  }

  private async check(provider: Provider, { group, ofAll, signal }: Question): Promise<void> {
    // A channel that is asked anew meanwhile (somebody pressed a button) is busy until that question is answered.
    const scheduled = new Map(group.map((c) => [c.uuid, this.schedule(c, provider.batch, ofAll)]));
    for (const [uuid, due] of scheduled) this.due.set(uuid, due);
    try {
      const answers = await provider.live(
        group.flatMap((c) => this.targetOf(c) ?? []),
        signal,
      );
      for (const channel of group) {
        const answer = answers.get(channel.uuid) ?? UNREADABLE_CREDENTIALS;
        await this.apply(channel, answer).catch((thrown: unknown) => {
          this.log.error(`${channel.displayName}: live status not saved: ${messageOf(thrown)}`);
        });
      }
    } finally {
      for (const due of scheduled.values()) due.busy = false;
    }
  }

  private schedule(channel: ChannelEntity, batch: number, channels: number): Due {
    const at = nextCheckAt({ pollMs: this.pollMs(channel), batch, channels, now: Date.now() });
    return { at, seen: this.due.get(channel.uuid)?.seen ?? null, busy: true };
  }

  private pollMs(channel: ChannelEntity): number {
    return (fullOptions(channel.options).poll_s ?? this.settings.get('live.poll_s')) * 1000;
  }

  private targetOf(channel: ChannelEntity): (ChannelTarget & { readonly seen: string | null }) | null {
    const target = this.sites.targetOf(channel);
    return target && { ...target, seen: this.due.get(channel.uuid)?.seen ?? null };
  }

  private async apply(channel: ChannelEntity, answer: LiveAnswer): Promise<void> {
    const due = this.due.get(channel.uuid);
    if (answer.state === 'unsure') {
      if (due) {
        due.seen = answer.seen;
        due.at = Math.min(due.at, Date.now() + answer.againMs);
      }
      return;
    }
    if (due && answer.state !== 'unknown') due.seen = null;
    if (!isUnchangedStatus(channel, answer)) await this.statusHandler.answered(channel.uuid, answer);
    else if (answer.state === 'offline') this.lastStatus.set(channel.uuid, false);
  }
}
