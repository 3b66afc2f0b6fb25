import { messageOf } from '#libs/errors';
import { type ChannelTarget, type LiveAnswer, type Provider } from '#libs/providers';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { Settings } from '../settings/settings.service.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { UiBell } from '../platform/messaging/ui-bell.js';
import { Sites } from '../sites/sites.js';
import { eachOf } from '../platform/each-of.js';
import { batches } from './batches.js';
import { ChannelNews } from './channel-news.js';
import { isKnownAnswer } from './known-answer.js';
import { nextAskAt } from './next-ask-at.js';
import { SEAL_BROKEN } from './seal-broken.js';
import { SiteWord } from './site-word.js';

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
    private readonly news: ChannelNews,
    private readonly siteWord: SiteWord,
    private readonly sites: Sites,
    private readonly bell: UiBell,
  ) {
    this.task = scheduler.every(DETECTION, TICK_MS, (signal) => this.round(signal));
  }

  onApplicationBootstrap(): void {
    this.stopListening = this.bell.onChanged(({ entity }) => {
      if (entity.startsWith('channel')) this.forgetRoster();
    });
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  /** Asks a channel at the next tick: it was added, edited, or somebody presses a button. */
  askNow(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.forgetRoster();
    this.task.wake();
  }

  /** Asks all channels of a site: what it told while nobody listened is not known. */
  askAll(kind: string): void {
    for (const { uuid, providerKind } of this.roster.channels) if (providerKind === kind) this.due.delete(uuid);
    this.task.wake();
  }

  /** The channel is followed no more. */
  forget(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.siteWord.forget(channelUuid);
    this.forgetRoster();
  }

  private forgetRoster(): void {
    this.roster = { ...this.roster, readAt: 0 };
  }

  /** Does not wait for the answers: a server that hangs holds up nobody's detection but its own. */
  private async round(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    if (now - this.roster.readAt > ROSTER_MS) this.roster = { channels: await this.channels.all(), readAt: now };
    const kinds = Map.groupBy(this.roster.channels, (c) => c.providerKind);
    await eachOf(kinds, ([kind, all]) => {
      this.askKind(kind, all, signal);
      return Promise.resolve();
    });
  }

  private askKind(kind: string, all: readonly ChannelEntity[], signal: AbortSignal): void {
    const now = Date.now();
    const provider = this.sites.of(kind);
    const due = all.filter((c) => isDue(this.due.get(c.uuid), now));
    for (const batch of batches(due, provider.batch))
      this.ask(provider, { group: batch, ofAll: all.length, signal }).catch((thrown: unknown) => {
        if (!signal.aborted) this.log.error(`${kind}: poll failed: ${messageOf(thrown)}`);
      });
  }

  private async ask(provider: Provider, { group, ofAll, signal }: Question): Promise<void> {
    // A channel that is asked anew meanwhile (somebody pressed a button) is busy until that question is answered.
    const asked = new Map(group.map((c) => [c.uuid, this.asked(c, provider.batch, ofAll)]));
    for (const [uuid, due] of asked) this.due.set(uuid, due);
    try {
      const answers = await provider.live(
        group.flatMap((c) => this.targetOf(c) ?? []),
        signal,
      );
      for (const channel of group) {
        const answer = answers.get(channel.uuid) ?? SEAL_BROKEN;
        await this.apply(channel, answer).catch((thrown: unknown) => {
          this.log.error(`${channel.displayName}: live status not saved: ${messageOf(thrown)}`);
        });
      }
    } finally {
      for (const due of asked.values()) due.busy = false;
    }
  }

  private asked(channel: ChannelEntity, batch: number, channels: number): Due {
    const at = nextAskAt({ pollMs: this.pollMs(channel), batch, channels, now: Date.now() });
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
    if (!isKnownAnswer(channel, answer)) await this.news.answered(channel.uuid, answer);
    else if (answer.state === 'offline') this.siteWord.note(channel.uuid, false);
  }
}
