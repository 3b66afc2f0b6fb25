import { messageOf } from '#libs/errors';
import { shouldRecord } from '#libs/domain';
import { type ChannelTarget, type LiveAnswer, type Provider } from '#libs/providers';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { UiBell } from '../core/ui-bell.js';
import { Locks } from '../db/advisory-lock.js';
import { fullOptions } from '../modules/channel/channel-options.js';
import { type ChannelEntity } from '../modules/channel/channel.entity.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { Settings } from '../modules/settings/settings.service.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { Sites } from '../sites/sites.js';
import { isAborted, Recording } from '../workflows/recording.js';
import { SingletonRounds } from '../workflows/singleton-rounds.js';
import { SiteWord } from './site-word.js';

/** The watch looks this often which channels are due. */
const TICK_MS = 500;

interface Due { at: number; seen: string | null; busy: boolean }

const STOPPED = 'You stopped this recording. The next stream is recorded again.';
const SEAL_BROKEN: LiveAnswer = { state: 'unknown', reason: 'Its user and password cannot be opened with the keys of this house. Give them again in its settings.' };

const isDue = (due: Due | undefined, now: number): boolean => due === undefined || (!due.busy && due.at <= now);

function* batches<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/** Finds out which channels are live by asking their sites; one api at a time (architecture D8, 5.1). A lost push never loses a stream: this poll is the truth. */
@Injectable()
export class LiveWatch implements OnModuleDestroy {
  private readonly log = new Logger('live-watch');
  private readonly rounds: SingletonRounds;
  private readonly due = new Map<string, Due>();
  private readonly stopped = new AbortController();

  constructor(
    locks: Locks, private readonly channels: ChannelRepository, private readonly vods: VodRepository, private readonly settings: Settings, private readonly recording: Recording,
    private readonly siteWord: SiteWord, private readonly bell: UiBell, private readonly sites: Sites,
  ) {
    this.rounds = new SingletonRounds(locks.of('liveWatch'), { name: 'live watch', everyMs: TICK_MS, work: () => this.round() });
  }

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.rounds.stop();
  }

  /** Asks a channel at the next tick: it was added, edited, or somebody presses a button. */
  askNow(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.rounds.wake();
  }

  /** Does not wait for the answers: a server that hangs holds up nobody's detection but its own. */
  private async round(): Promise<void> {
    const now = Date.now();
    const channels = (await this.channels.all()).filter((c) => isDue(this.due.get(c.uuid), now));
    for (const [kind, group] of Map.groupBy(channels, (c) => c.providerKind)) {
      const provider = this.sites.of(kind);
      for (const batch of batches(group, provider.batch)) this.ask(provider, batch).catch((thrown: unknown) => { if (!this.stopped.signal.aborted) this.log.error(`${kind}: ${messageOf(thrown)}`); });
    }
  }

  private async ask(provider: Provider, group: readonly ChannelEntity[]): Promise<void> {
    for (const c of group) this.due.set(c.uuid, { at: Date.now() + this.pollMs(c), seen: this.due.get(c.uuid)?.seen ?? null, busy: true });
    try {
      const answers = await provider.live(group.flatMap((c) => this.targetOf(c) ?? []), this.stopped.signal);
      for (const channel of group) {
        const answer = answers.get(channel.uuid) ?? SEAL_BROKEN;
        await this.apply(channel, answer).catch((thrown: unknown) => { this.log.error(`${channel.displayName}: ${messageOf(thrown)}`); });
      }
    } finally {
      for (const c of group) { const due = this.due.get(c.uuid); if (due) due.busy = false; }
    }
  }

  /** The channel is followed no more. */
  forget(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.siteWord.forget(channelUuid);
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
    switch (answer.state) {
      case 'unsure':
        if (due) { due.seen = answer.seen; due.at = Math.min(due.at, Date.now() + answer.againMs); }
        return;
      case 'unknown':
        await this.note(channel, { verdictState: 'unreachable', verdictReason: answer.reason });
        return;
      case 'offline':
        if (due) due.seen = null;
        this.siteWord.note(channel.uuid, false);
        await this.note(channel, { isLive: false, liveSince: null, liveStreamId: null, verdictState: 'offline', verdictReason: answer.reason });
        return;
      case 'live':
        if (due) due.seen = null;
        await this.live(channel, answer);
    }
  }

  private async live(channel: ChannelEntity, answer: Extract<LiveAnswer, { state: 'live' }>): Promise<void> {
    this.siteWord.note(channel.uuid, true);
    const options = fullOptions(channel.options);
    const verdict = shouldRecord({ noCapture: options.no_capture, match: options.match }, { title: answer.title });
    const streamId = answer.streamId ?? (await this.streamIdOf(channel));
    const since = channel.isLive && channel.liveStreamId === streamId ? channel.liveSince : (answer.startedAt ?? new Date());
    const refused = streamId === channel.refusedStreamId;
    const wanted = verdict.record && !refused;
    await this.note(channel, { isLive: true, liveSince: since, liveStreamId: streamId, verdictState: wanted ? 'recording' : 'not-recorded', verdictReason: refused ? STOPPED : verdict.reason });
    if (wanted) await this.recording.begin(channel, { streamId, title: answer.title, startedAt: since ?? new Date() });
  }

  /**
   * A site without ids: a stream that returns while its VOD is open, or within the reopening time, is the same broadcast; later it is a new one.
   * A VOD that the operator stopped is not reopened by the stream it was stopped from: `liveStreamId` still names it.
   */
  private async streamIdOf(channel: ChannelEntity): Promise<string> {
    if (channel.isLive && channel.liveStreamId !== null) return channel.liveStreamId;
    const newest = await this.vods.newestOf(channel.uuid);
    const reopenMs = this.settings.get('capture.reopen_s') * 1000;
    if (newest && !isAborted(newest) && !newest.segmentsGone && (newest.assigned || (newest.endedAt !== null && Date.now() - newest.endedAt.getTime() < reopenMs))) return newest.streamId;
    return `${Date.now()}`;
  }

  /** Writes only what is new; every poll of every channel passes here. */
  private async note(channel: ChannelEntity, found: Partial<Pick<ChannelEntity, 'isLive' | 'liveSince' | 'liveStreamId' | 'verdictState' | 'verdictReason'>>): Promise<void> {
    const before = { isLive: channel.isLive, liveSince: channel.liveSince, liveStreamId: channel.liveStreamId, verdictState: channel.verdictState, verdictReason: channel.verdictReason };
    const after = { ...before, ...found };
    if (JSON.stringify(before) === JSON.stringify(after) && channel.checkedAt !== null) return;
    await this.channels.noteLive(channel.uuid, { ...after, checkedAt: new Date() });
    this.bell.ring('channel', channel.uuid);
    if (before.verdictState !== after.verdictState) this.log.log(`${channel.displayName}: ${after.verdictState}${after.verdictReason === '' ? '' : ` (${after.verdictReason})`}`);
  }
}
