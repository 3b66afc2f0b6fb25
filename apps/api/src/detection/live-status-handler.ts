import { isOutdatedStatus, shouldRecord, type PushedStatus, type Verdict } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { KeyedQueue } from '../platform/keyed-queue.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { Recording } from '../recordings/recording.js';
import { WriteGates } from '../space/write-gates.js';
import { StreamMetadata } from '../vods/stream-metadata.js';
import { ChannelStatusWriter } from './channel-status-writer.js';
import { SiteRenames } from './site-renames.js';
import { mergePushedStatus } from './merge-pushed-status.js';
import { EarlierBroadcasts } from './supersede-earlier-broadcast.js';
import { LastKnownLiveStatus } from './last-known-live-status.js';
import { StreamIds } from './stream-ids.js';

/** `toldAt`: timestamp of the push message by the site's clock, ms. */
type Live = Extract<LiveAnswer, { state: 'live' }> & { readonly toldAt?: number };

const STOPPED = message('verdict.stopped-by-operator');

/**
 * Applies a live status from a poll or a push message to the channel: stores it, starts a recording, updates metadata.
 * Repeated statuses change nothing. Statuses of one channel are applied one at a time, each to a freshly read row.
 */
@Injectable()
export class LiveStatusHandler {
  private readonly queues = new KeyedQueue();

  constructor(
    private readonly channels: ChannelRepository,
    private readonly recording: Recording,
    private readonly streamIds: StreamIds,
    private readonly siteRenames: SiteRenames,
    private readonly metadata: StreamMetadata,
    private readonly lastStatus: LastKnownLiveStatus,
    private readonly statusWriter: ChannelStatusWriter,
    private readonly earlierBroadcasts: EarlierBroadcasts,
    private readonly gates: WriteGates,
  ) {}

  /** Handles a poll answer, unless it is older than the last push message. */
  handlePoll(uuid: string, answer: Exclude<LiveAnswer, { state: 'unsure' }>): Promise<void> {
    return this.enqueue(uuid, async (channel) => {
      if (answer.state === 'unknown')
        return this.statusWriter.save(channel, { verdictState: 'unreachable', verdictReason: answer.reason });
      const streamId = answer.state === 'live' ? answer.streamId : null;
      if (isOutdatedStatus({ live: answer.state === 'live', streamId }, channel.told, Date.now())) return;
      if (answer.state === 'live') return this.live(channel, answer);
      return this.offline(channel, answer.reason);
    });
  }

  /** Handles a push message. @param answer null: offline */
  handlePush(uuid: string, pushed: PushedStatus, answer: Live | null): Promise<void> {
    return this.enqueue(uuid, async (channel) => {
      await this.channels.savePushedStatus(uuid, pushed);
      if (answer) await this.live(channel, answer);
      else await this.offline(channel, null);
    });
  }

  /** Handles a forced recording. The answer is current, so earlier push messages do not override it. */
  handleForced(uuid: string, answer: Live): Promise<void> {
    return this.enqueue(uuid, (channel) => this.live(channel, answer));
  }

  /**
   * Handles a source that is lost: nobody knows whether it is live, and its recording has ended. A return is then a new
   * start, which continues the recording within its reopening time.
   */
  handleLost(uuid: string): Promise<void> {
    return this.enqueue(uuid, (channel) =>
      this.statusWriter.save(channel, { isLive: false, liveSince: null, liveStreamId: null }),
    );
  }

  /** Handles a change of title, category or tags. Evaluates the rules again if the channel is live. */
  handleMetadata(uuid: string, show: ChannelStream): Promise<void> {
    return this.enqueue(uuid, async (channel) => {
      if (!channel.isLive || channel.liveStreamId === null) {
        if ((channel.stream?.toldAt ?? 0) <= (show.toldAt ?? show.at))
          await this.statusWriter.save(channel, { stream: show });
        return;
      }
      await this.live(channel, {
        ...show,
        state: 'live',
        streamId: channel.liveStreamId,
        startedAt: channel.liveSince,
        named: null,
        at: new Date(show.at),
      });
    });
  }

  /** Runs after earlier work for this channel; skips a removed channel. */
  private enqueue(uuid: string, work: (channel: ChannelEntity) => Promise<void>): Promise<void> {
    return this.queues.run(uuid, async () => {
      const channel = await this.channels.find(uuid);
      if (channel) await work(channel);
    });
  }

  private async offline(channel: ChannelEntity, reason: Message | null): Promise<void> {
    this.lastStatus.set(channel.uuid, false);
    await this.statusWriter.save(channel, {
      isLive: false,
      liveSince: null,
      liveStreamId: null,
      verdictState: 'offline',
      verdictReason: reason,
    });
  }

  private async live(channel: ChannelEntity, answer: Live): Promise<void> {
    this.lastStatus.set(channel.uuid, true);
    if (await this.earlierBroadcasts.isSuperseded(channel.uuid, answer)) return;
    await this.learnNetwork(channel, answer);
    const show = mergePushedStatus(channel.stream, answer, Date.now());
    if (answer.named !== null) await this.siteRenames.follow(channel, answer.named);
    const streamId = answer.streamId ?? (await this.streamIds.of(channel));
    const startedAt = currentStart(channel, streamId) ?? answer.startedAt ?? new Date();
    const { record, reason } = await this.verdict(channel, show, streamId);
    await this.statusWriter.save(channel, {
      isLive: true,
      liveSince: startedAt,
      liveStreamId: streamId,
      stream: show,
      verdictState: record ? 'recording' : 'not-recorded',
      verdictReason: reason,
    });
    if (!record) return;
    const { vod, changed } = await this.recording.begin(channel, {
      streamId,
      title: show.title,
      startedAt,
      category: show.category,
    });
    if (!vod.assigned) return;
    if (changed) this.gates.wake();
    await this.metadata.record(vod.uuid, show);
    await this.earlierBroadcasts.supersede(vod);
  }

  /** A channel that was imported, or added by an earlier version, has no network until its first live check. */
  private async learnNetwork(channel: ChannelEntity, { network }: Live): Promise<void> {
    if (network === undefined || channel.sourceNetwork !== null) return;
    await this.channels.saveFirstNetwork(channel.uuid, network);
    channel.sourceNetwork = network;
  }

  /** A running recording continues even if the new title no longer matches: lost media cannot be recovered. */
  private async verdict(channel: ChannelEntity, show: ChannelStream, streamId: string): Promise<Verdict> {
    const verdict = evaluateRules(channel, show, streamId);
    const refusal = this.gates.refusal();
    if (verdict.record && refusal === null) return verdict;
    const isRunning = !isRecordingOff(channel, streamId) && (await this.streamIds.isRecorded(channel, streamId));
    if (isRunning) return { record: true, reason: null };
    return verdict.record ? { record: false, reason: refusal } : verdict;
  }
}

function evaluateRules(channel: ChannelEntity, show: ChannelStream, streamId: string): Verdict {
  if (streamId === channel.forcedStreamId) return { record: true, reason: null };
  if (streamId === channel.refusedStreamId) return { record: false, reason: STOPPED };
  const { no_capture: noCapture, match, include, exclude } = fullOptions(channel.options);
  return shouldRecord(
    { noCapture, match, include, exclude },
    { title: show.title, category: show.category?.name ?? '', tags: show.tags },
  );
}

/** Start of the current broadcast, if it has this id; else null. */
const currentStart = (channel: ChannelEntity, streamId: string): Date | null =>
  channel.isLive && channel.liveStreamId === streamId ? channel.liveSince : null;
const isRecordingOff = (channel: ChannelEntity, streamId: string): boolean =>
  streamId === channel.refusedStreamId || fullOptions(channel.options).no_capture;
