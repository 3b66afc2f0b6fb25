import { COMMANDS, type Payload } from '#libs/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../db/tx.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { streamerOf } from '../modules/chat/streamer-of.js';
import { chatJobName } from '../modules/job/job-names.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { StoryRepository } from '../story/story.repository.js';
import { ConverterJobs } from '../workflows/converter-jobs.js';

type Command = Payload<typeof COMMANDS.chatFinish>;

/** Asks converters for chat files, and asks again when nobody speaks of one. */
@Injectable()
export class ChatQueue {
  private readonly log = new Logger('chat');

  constructor(
    private readonly jobs: ConverterJobs,
    private readonly channels: ChannelRepository,
    private readonly stories: StoryRepository,
  ) {}

  async commandFor(
    vod: VodEntity,
    { attempt, timelineKey }: { readonly attempt: string; readonly timelineKey: string },
  ): Promise<Command> {
    const channel = await this.channels.find(vod.channelUuid);
    const chapters = await this.stories.chapters([vod.uuid]);
    return {
      vodUuid: vod.uuid,
      jobName: chatJobName(vod),
      attempt,
      basename: vod.basename,
      timelineKey,
      streamer: streamerOf(vod, channel),
      title: vod.title,
      startedAt: vod.startedAt.toISOString(),
      category: chapters.findLast((c) => c.category !== null)?.category?.name ?? '',
    };
  }

  /** Inside the transaction that decides it. */
  add(vod: VodEntity, command: Command, tx: Tx): Promise<void> {
    return this.jobs.add(vod, { kind: 'chat', def: COMMANDS.chatFinish, command }, tx);
  }

  /** See {@link ConverterJobs.silent}. */
  silent(vod: VodEntity): Promise<Command | 'lost' | null> {
    return this.jobs.silent(chatJobName(vod), COMMANDS.chatFinish);
  }

  async again(command: Command, tx: Tx): Promise<void> {
    this.log.warn(`${command.basename}: nobody speaks of its chat; it is asked for again`);
    await this.jobs.again(COMMANDS.chatFinish, command, tx);
  }
}
