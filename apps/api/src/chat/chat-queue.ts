import { COMMANDS, type Payload } from '#libs/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { Outbox } from '../db/outbox.repository.js';
import { type Tx } from '../db/tx.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { JobEntity } from '../modules/job/job.entity.js';
import { chatJobName } from '../modules/job/job-names.js';
import { JobRepository } from '../modules/job/job.repository.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { StoryRepository } from '../story/story.repository.js';

type Command = Payload<typeof COMMANDS.chatFinish>;

/** A converter speaks every second; a redelivery after a crash takes 60 s, and a queue may be long. */
const SILENT_MS = 180_000;

/** Asks converters for chat files, and asks again when nobody speaks of one. */
@Injectable()
export class ChatQueue {
  private readonly log = new Logger('chat');

  constructor(private readonly outbox: Outbox, private readonly jobs: JobRepository, private readonly channels: ChannelRepository, private readonly stories: StoryRepository) {}

  async commandFor(vod: VodEntity, { attempt, timelineKey }: { readonly attempt: string; readonly timelineKey: string }): Promise<Command> {
    const channel = await this.channels.find(vod.channelUuid);
    const chapters = await this.stories.chapters([vod.uuid]);
    const streamer = { id: channel?.sourceId ?? '', login: channel?.site?.login ?? vod.channelName, name: vod.channelDisplay };
    return { vodUuid: vod.uuid, jobName: chatJobName(vod), attempt, basename: vod.basename, timelineKey, streamer, title: vod.title, startedAt: vod.startedAt.toISOString(), category: chapters.findLast((c) => c.category !== null)?.category?.name ?? '' };
  }

  /** Inside the transaction that decides it: the job, and the command. */
  async add(vod: VodEntity, command: Command, tx: Tx): Promise<void> {
    const now = new Date();
    const before = await this.jobs.find(command.jobName, tx);
    const job = Object.assign(new JobEntity(), {
      name: command.jobName, kind: 'chat', vodUuid: vod.uuid, title: vod.basename, status: 'WAITING', progress: 0, rate: null, unit: 'bytes', leftMs: null, note: 'waits for a converter', log: before?.log ?? [], error: null, node: null, pid: null,
      command: { ...command }, startedAt: now, endedAt: null, updatedAt: now,
    } satisfies Omit<JobEntity, 'say'>);
    job.say('queued: waits for a converter');
    await this.jobs.save(job, tx);
    await this.outbox.command(COMMANDS.chatFinish, command, tx);
  }

  /** What was asked for and nobody has spoken of for long: its message may be lost. @returns null while somebody speaks; `lost` when there is nothing to ask again */
  async silent(vod: VodEntity): Promise<Command | 'lost' | null> {
    const job = await this.jobs.find(chatJobName(vod));
    const command = COMMANDS.chatFinish.schema.safeParse(job?.command);
    if (!job || !command.success) return 'lost';
    return Date.now() - job.updatedAt.getTime() < SILENT_MS ? null : command.data;
  }

  /** Sent again; while it is still queued the bus takes it as the same one. */
  async again(command: Command, tx: Tx): Promise<void> {
    this.log.warn(`${command.basename}: nobody speaks of its chat; it is asked for again`);
    await this.note(command.jobName, { say: 'nobody spoke of it; asked for again' }, tx);
    await this.outbox.command(COMMANDS.chatFinish, command, tx);
  }

  async note(name: string, { say, ...found }: Partial<Omit<JobEntity, 'say'>> & { readonly say: string }, tx: Tx): Promise<void> {
    const job = await this.jobs.find(name, tx);
    if (!job) return;
    job.say(say);
    await this.jobs.save(Object.assign(job, found, { updatedAt: new Date() }), tx);
  }
}
