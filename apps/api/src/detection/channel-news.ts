import { isOldNews, shouldRecord, type Told, type Verdict } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { Injectable } from '@nestjs/common';
import { fullOptions } from '../persistence/entities/channel-options.js';
import { Lines } from '../platform/lines.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { Recording } from '../recordings/recording.js';
import { Story } from '../vods/story.js';
import { ChannelNotes } from './channel-notes.js';
import { Renames } from './renames.js';
import { newestShow } from './newest-show.js';
import { OneBroadcast } from './one-broadcast.js';
import { SiteWord } from './site-word.js';
import { StreamIds } from './stream-ids.js';

/** `toldAt`: the site's stamp of what it told by itself, ms. */
type Live = Extract<LiveAnswer, { state: 'live' }> & { readonly toldAt?: number };

const STOPPED = message('verdict.stopped-by-operator');

/**
 * What follows from what a site says of a channel, whether it was asked or told by itself. Said twice: done once. One
 * after the other for each channel, from its row as it is then: what is told while an answer is worked on is newer.
 */
@Injectable()
export class ChannelNews {
  private readonly lines = new Lines();

  constructor(
    private readonly channels: ChannelRepository,
    private readonly recording: Recording,
    private readonly streamIds: StreamIds,
    private readonly renames: Renames,
    private readonly story: Story,
    private readonly siteWord: SiteWord,
    private readonly notes: ChannelNotes,
    private readonly oneBroadcast: OneBroadcast,
  ) {}

  /** An answer to a question. It may be older than what the site told by itself meanwhile. */
  answered(uuid: string, answer: Exclude<LiveAnswer, { state: 'unsure' }>): Promise<void> {
    return this.inLine(uuid, async (channel) => {
      if (answer.state === 'unknown')
        return this.notes.note(channel, { verdictState: 'unreachable', verdictReason: answer.reason });
      const streamId = answer.state === 'live' ? answer.streamId : null;
      if (isOldNews({ live: answer.state === 'live', streamId }, channel.told, Date.now())) return;
      if (answer.state === 'live') return this.live(channel, answer);
      return this.offline(channel, answer.reason);
    });
  }

  /** The site told by itself. @param answer null: it is off */
  told(uuid: string, told: Told, answer: Live | null): Promise<void> {
    return this.inLine(uuid, async (channel) => {
      await this.channels.noteTold(uuid, told);
      if (answer) await this.live(channel, answer);
      else await this.offline(channel, null);
    });
  }

  /** The operator wants this recorded: the site's word of just now, however it told by itself before. */
  forced(uuid: string, answer: Live): Promise<void> {
    return this.inLine(uuid, (channel) => this.live(channel, answer));
  }

  /** Title, category or tags are others now, live or not: the rules are asked again. */
  changed(uuid: string, show: ChannelStream): Promise<void> {
    return this.inLine(uuid, async (channel) => {
      if (!channel.isLive || channel.liveStreamId === null) {
        if ((channel.stream?.toldAt ?? 0) <= (show.toldAt ?? show.at)) await this.notes.note(channel, { stream: show });
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

  /** Nothing of a channel that was removed meanwhile. */
  private inLine(uuid: string, work: (channel: ChannelEntity) => Promise<void>): Promise<void> {
    return this.lines.run(uuid, async () => {
      const channel = await this.channels.find(uuid);
      if (channel) await work(channel);
    });
  }

  private async offline(channel: ChannelEntity, reason: Message | null): Promise<void> {
    this.siteWord.note(channel.uuid, false);
    await this.notes.note(channel, {
      isLive: false,
      liveSince: null,
      liveStreamId: null,
      verdictState: 'offline',
      verdictReason: reason,
    });
  }

  private async live(channel: ChannelEntity, answer: Live): Promise<void> {
    this.siteWord.note(channel.uuid, true);
    if (await this.oneBroadcast.isPassed(channel.uuid, answer)) return;
    const show = newestShow(channel.stream, answer, Date.now());
    if (answer.named !== null) await this.renames.follow(channel, answer.named);
    const streamId = answer.streamId ?? (await this.streamIds.of(channel));
    const startedAt = sinceOf(channel, streamId) ?? answer.startedAt ?? new Date();
    const { record, reason } = await this.verdict(channel, show, streamId);
    await this.notes.note(channel, {
      isLive: true,
      liveSince: startedAt,
      liveStreamId: streamId,
      stream: show,
      verdictState: record ? 'recording' : 'not-recorded',
      verdictReason: reason,
    });
    if (!record) return;
    const { vod } = await this.recording.begin(channel, {
      streamId,
      title: show.title,
      startedAt,
      category: show.category,
    });
    if (!vod.assigned) return;
    await this.story.note(vod.uuid, show);
    await this.oneBroadcast.endEarlier(vod);
  }

  /** A stream that is being written goes on whatever it is called now: what is lost then is lost for good. */
  private async verdict(channel: ChannelEntity, show: ChannelStream, streamId: string): Promise<Verdict> {
    const verdict = judge(channel, show, streamId);
    const goesOn =
      !verdict.record && !channelRefuses(channel, streamId) && (await this.streamIds.isRecorded(channel, streamId));
    return goesOn ? { record: true, reason: null } : verdict;
  }
}

function judge(channel: ChannelEntity, show: ChannelStream, streamId: string): Verdict {
  if (streamId === channel.forcedStreamId) return { record: true, reason: null };
  if (streamId === channel.refusedStreamId) return { record: false, reason: STOPPED };
  const { no_capture: noCapture, match, include, exclude } = fullOptions(channel.options);
  return shouldRecord(
    { noCapture, match, include, exclude },
    { title: show.title, category: show.category?.name ?? '', tags: show.tags },
  );
}

/** When the broadcast that is on began, if it is this one. */
const sinceOf = (channel: ChannelEntity, streamId: string): Date | null =>
  channel.isLive && channel.liveStreamId === streamId ? channel.liveSince : null;
const channelRefuses = (channel: ChannelEntity, streamId: string): boolean =>
  streamId === channel.refusedStreamId || fullOptions(channel.options).no_capture;
