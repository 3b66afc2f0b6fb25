import { messageOf } from '#libs/errors';
import { type ChannelTarget, type LiveAnswer, type Provider } from '#libs/providers';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Locks } from '../db/advisory-lock.js';
import { fullOptions } from '../modules/channel/channel-options.js';
import { type ChannelEntity } from '../modules/channel/channel.entity.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { Settings } from '../modules/settings/settings.service.js';
import { UiBus } from '../realtime/ports.js';
import { Sites } from '../sites/sites.js';
import { eachOf } from '../workflows/each-of.js';
import { SingletonRounds } from '../workflows/singleton-rounds.js';
import { batches } from './batches.js';
import { ChannelNews } from './channel-news.js';
import { isKnownAnswer } from './known-answer.js';
import { nextAskAt } from './next-ask-at.js';
import { SEAL_BROKEN } from './seal-broken.js';
import { SiteWord } from './site-word.js';

/** The watch looks this often which channels are due. */
const TICK_MS = 500;
/** The list of channels is read again after this, should nobody have said that it changed. */
const ROSTER_MS = 10_000;

interface Due {
  at: number;
  seen: string | null;
  busy: boolean;
}

const isDue = (due: Due | undefined, now: number): boolean => due === undefined || (!due.busy && due.at <= now);

/**
 * Finds out which channels are live by asking their sites; one api at a time (architecture D8, 5.1). A lost push never
 * loses a stream: this poll is the truth.
 */
@Injectable()
export class LiveWatch implements OnModuleDestroy {
  private readonly log = new Logger('live-watch');
  private readonly rounds: SingletonRounds;
  private readonly due = new Map<string, Due>();
  private readonly stopped = new AbortController();
  private roster: { readonly channels: readonly ChannelEntity[]; readonly readAt: number } = {
    channels: [],
    readAt: 0,
  };
  private stopListening: () => void = () => undefined;

  constructor(
    locks: Locks,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly news: ChannelNews,
    private readonly siteWord: SiteWord,
    private readonly sites: Sites,
    private readonly ui: UiBus,
  ) {
    this.rounds = new SingletonRounds(locks.of('liveWatch'), {
      name: 'live watch',
      everyMs: TICK_MS,
      work: () => this.round(),
    });
  }

  start(): void {
    this.stopListening = this.ui.onChanged(({ entity }) => {
      if (entity.startsWith('channel')) this.forgetRoster();
    });
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening();
    this.stopped.abort();
    await this.rounds.stop();
  }

  /** Asks a channel at the next tick: it was added, edited, or somebody presses a button. */
  askNow(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.forgetRoster();
    this.rounds.wake();
  }

  /** Asks all channels of a site: what it told while nobody listened is not known. */
  askAll(kind: string): void {
    for (const { uuid, providerKind } of this.roster.channels) if (providerKind === kind) this.due.delete(uuid);
    this.rounds.wake();
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
  private async round(): Promise<void> {
    const now = Date.now();
    if (now - this.roster.readAt > ROSTER_MS) this.roster = { channels: await this.channels.all(), readAt: now };
    const kinds = Map.groupBy(this.roster.channels, (c) => c.providerKind);
    await eachOf(kinds, ([kind, all]) => {
      this.askKind(kind, all, now);
      return Promise.resolve();
    });
  }

  private askKind(kind: string, all: readonly ChannelEntity[], now: number): void {
    const provider = this.sites.of(kind);
    const due = all.filter((c) => isDue(this.due.get(c.uuid), now));
    for (const batch of batches(due, provider.batch))
      this.ask(provider, batch, all.length).catch((thrown: unknown) => {
        if (!this.stopped.signal.aborted) this.log.error(`${kind}: ${messageOf(thrown)}`);
      });
  }

  private async ask(provider: Provider, group: readonly ChannelEntity[], ofAll: number): Promise<void> {
    // A channel that is asked anew meanwhile (somebody pressed a button) is busy until that question is answered.
    const asked = new Map(group.map((c) => [c.uuid, this.asked(c, provider.batch, ofAll)]));
    for (const [uuid, due] of asked) this.due.set(uuid, due);
    try {
      const answers = await provider.live(
        group.flatMap((c) => this.targetOf(c) ?? []),
        this.stopped.signal,
      );
      for (const channel of group) {
        const answer = answers.get(channel.uuid) ?? SEAL_BROKEN;
        await this.apply(channel, answer).catch((thrown: unknown) => {
          this.log.error(`${channel.displayName}: ${messageOf(thrown)}`);
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
