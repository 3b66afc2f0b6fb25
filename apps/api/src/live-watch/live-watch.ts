import { messageOf } from '#libs/errors';
import { shouldRecord } from '#libs/domain';
import { type ChannelTarget, type LiveAnswer, providerOf } from '#libs/providers';
import { Sealer } from '#libs/service-kit';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { SOURCE_SEALER } from '../core/tokens.js';
import { UiBell } from '../core/ui-bell.js';
import { type AdvisoryLock, Locks } from '../db/advisory-lock.js';
import { fullOptions } from '../modules/channel/channel-options.js';
import { type ChannelEntity } from '../modules/channel/channel.entity.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { openSource } from '../modules/channel/source-credentials.js';
import { Settings } from '../modules/settings/settings.service.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { isAborted, Recording } from '../workflows/recording.js';
import { Rounds } from '../workflows/rounds.js';
import { SiteWord } from './site-word.js';

/** The watch looks this often which channels are due. */
const TICK_MS = 200;

interface Due { at: number; seen: string | null }

/** Finds out which channels are live by asking their sites; one api at a time (architecture D8, 5.1). A lost push never loses a stream: this poll is the truth. */
@Injectable()
export class LiveWatch implements OnModuleDestroy {
  private readonly log = new Logger('live-watch');
  private readonly lock: AdvisoryLock;
  private readonly rounds = new Rounds('live watch', TICK_MS, () => this.round());
  private readonly due = new Map<string, Due>();
  private readonly stopped = new AbortController();

  constructor(
    locks: Locks, private readonly channels: ChannelRepository, private readonly vods: VodRepository, private readonly settings: Settings, private readonly recording: Recording,
    private readonly siteWord: SiteWord, private readonly bell: UiBell, @Inject(SOURCE_SEALER) private readonly sealer: Sealer,
  ) {
    this.lock = locks.of('liveWatch');
  }

  start(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.rounds.stop();
    await this.lock.release();
  }

  /** Asks a channel at the next tick: it was added, edited, or somebody presses a button. */
  askNow(channelUuid: string): void {
    this.due.delete(channelUuid);
    this.rounds.wake();
  }

  private async round(): Promise<void> {
    if (!(await this.lock.hold())) return;
    const now = Date.now();
    const channels = (await this.channels.all()).filter((c) => (this.due.get(c.uuid)?.at ?? 0) <= now);
    const byKind = Map.groupBy(channels, (c) => c.providerKind);
    await Promise.all([...byKind].map(([kind, group]) => this.askProvider(kind, group)));
  }

  private async askProvider(kind: string, group: readonly ChannelEntity[]): Promise<void> {
    for (const c of group) this.due.set(c.uuid, { at: Date.now() + this.pollMs(c), seen: this.due.get(c.uuid)?.seen ?? null });
    const answers = await providerOf(kind).live(group.map((c) => ({ ...this.targetOf(c), seen: this.due.get(c.uuid)?.seen ?? null })), this.stopped.signal);
    for (const channel of group) {
      const answer = answers.get(channel.uuid);
      if (answer) await this.apply(channel, answer).catch((thrown: unknown) => { this.log.error(`${channel.displayName}: ${messageOf(thrown)}`); });
    }
  }

  private pollMs(channel: ChannelEntity): number {
    return (fullOptions(channel.options).poll_s ?? this.settings.get('live.poll_s')) * 1000;
  }

  private targetOf(channel: ChannelEntity): ChannelTarget {
    return { key: channel.uuid, sourceUrl: channel.sourceUrl, authorization: openSource(this.sealer, channel.uuid, channel.credentials)?.authorization ?? null };
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
    await this.note(channel, { isLive: true, liveSince: since, liveStreamId: streamId, verdictState: verdict.record ? 'recording' : 'not-recorded', verdictReason: verdict.reason });
    if (verdict.record) await this.recording.begin(channel, { streamId, title: answer.title, startedAt: since ?? new Date() });
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
