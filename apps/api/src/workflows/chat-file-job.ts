import { Bus } from '#libs/bus';
import { chatFileJob, type ChatTimeline, objectKeys } from '#libs/contracts';
import { siteClockOf } from '#libs/domain';
import { messageOf, UserError } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { putJson } from '../platform/storage/put-json.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { streamerOf } from '../vods/streamer-of.js';
import { JOB_MISSING } from '../jobs/job-faults.js';
import { chatJobName } from '../vods/job-names.js';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { libraryPlace } from '../library/library-place.js';
import { sealedClock } from '../vods/vod-clock.js';
import { chatFileName, withNewChatFile } from '../persistence/entities/vod-chat.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';
import { type JobChange, type JobReport, type JobStatusChange, type WorkerJobStage } from '../jobs/worker-job-stage.js';
import { WorkerJobs } from '../jobs/worker-jobs.js';
import { PartReader } from '../vods/part-reader.js';
import { VodWriter } from '../vods/vod-writer.js';

const EVERY_MS = 1000;

type Report = JobReport<typeof chatFileJob>;

/**
 * Makes the chat file of every ended VOD. It is independent of the recording and the conversion, so that a fault in a
 * chat does not affect them.
 */
@Injectable()
export class ChatFileJob implements WorkerJobStage<typeof chatFileJob, string | null> {
  readonly name = 'chat';
  readonly kind = 'chat';
  readonly def = chatFileJob;
  readonly locksVod = 'always';
  readonly needsWholeRecording = true;
  private readonly log = new Logger('chat');

  constructor(
    scheduler: Scheduler,
    private readonly jobs: WorkerJobs,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly parts: PartReader,
    private readonly channels: ChannelRepository,
    private readonly metadata: StreamMetadataRepository,
    private readonly bus: Bus,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    jobs.register(this);
    scheduler.every('chats', EVERY_MS, () => this.finishAll());
  }

  /**
   * Makes the chat file again from all data: late data arrived, or the operator requests it. The existing file stays
   * until then.
   * @returns null while the stream is recorded, or if there is no chat
   */
  redo(vodUuid: string): Promise<VodEntity | null> {
    return this.writer.update(vodUuid, remake);
  }

  statusChanged(status: JobStatusChange, { job, vod, reason }: JobChange & { reason: Message | null }): boolean {
    if (!isWaitedFor(vod, job)) return false;
    const { chat } = vod;
    switch (status) {
      case 'started':
        vod.chat = { ...chat, state: 'running', reason: null };
        return true;
      case 'waiting':
      case 'failed':
        vod.chat = { ...chat, state: status === 'waiting' ? 'queued' : 'failed', reason };
        return true;
      case 'stopped':
        vod.chat = {
          ...chat,
          state: 'failed',
          attempt: null,
          reason: message('vod.chat-file-stopped'),
        };
        return true;
    }
  }

  /**
   * Publishes the file next to the video under v0's name. It replaces an earlier version only after the new file
   * exists.
   */
  async prepare({ vodUuid, attempt }: JobEntity, { result: { key } }: Report): Promise<string | null> {
    const vod = vodUuid === null ? null : await this.vods.find(vodUuid);
    const { library } = this.storage;
    if (!library || vod?.chat?.attempt !== attempt) return null;
    const replaces = vod.chat.file?.libraryPath ?? undefined;
    return library.publish(key, libraryPlace(vod, chatFileName(vod.basename)), replaces);
  }

  done({ result: { key, sizeBytes, messages } }: Report, change: JobChange & { prepared: string | null }) {
    const { job, vod, prepared: libraryPath } = change;
    if (!isWaitedFor(vod, job)) return Promise.resolve(false as const);
    const file = { attempt: job.attempt ?? '', key, sizeBytes, messages, libraryPath };
    vod.chat = { ...vod.chat, state: 'done', reason: null, file };
    this.log.log(`${vod.basename}: chat file finished (${messages} messages)`);
    return Promise.resolve({});
  }

  /** @throws UserError `job-missing` (404), `job-running` (409) */
  async retry({ name, vodUuid }: JobEntity): Promise<void> {
    if (vodUuid === null) throw JOB_MISSING(name);
    if (!(await this.redo(vodUuid))) throw new UserError(message('error.job-running.recorded-again'), { status: 409 });
  }

  private async finishAll(): Promise<void> {
    const due = await this.vods.unfinishedChats();
    if (due.length === 0) return;
    const held = new Set((await this.bus.leases.all()).map(({ value }) => value.vodUuid));
    for (const vod of due)
      await this.finish(vod, held.has(vod.uuid)).catch((thrown: unknown) => {
        this.log.warn(`${vod.basename}: chat file not started: ${messageOf(thrown)}`);
      });
  }

  /**
   * A recorder releases its lease after it has stored all received data. The chat also needs the clock from the seal.
   */
  private async finish(vod: VodEntity, isHeld: boolean): Promise<void> {
    if (vod.chat?.state !== 'recording') await this.recover(vod);
    else if (!isHeld && !isSealAhead(vod) && (await this.vods.parts([vod.uuid])).every((p) => p.endedAt !== null))
      await this.requestFile(vod);
  }

  /** Requests the file again if the VOD waits for a job that no longer exists. */
  private async recover(vod: VodEntity): Promise<void> {
    if (await this.jobs.isOpen(chatJobName(vod), vod.chat?.attempt ?? null)) return;
    // The job may have ended since the VOD was read. Under the lock, VOD and job are consistent.
    await this.writer.update(vod.uuid, async (row, tx) => {
      if (row.chat?.state !== 'queued' && row.chat?.state !== 'running') return false;
      return !(await this.jobs.isOpen(chatJobName(row), row.chat.attempt, tx)) && remake(row);
    });
  }

  /** Does nothing if the stream came back, or another API has requested the file. */
  private async requestFile(vod: VodEntity): Promise<void> {
    const attempt = ulid();
    const timelineKey = objectKeys.chatTimeline(vod.uuid, attempt);
    const timeline: ChatTimeline = { clock: [...(await this.clockOf(vod))] };
    await putJson({ storage: this.storage, key: timelineKey }, timeline);
    const channel = await this.channels.find(vod.channelUuid);
    const chapters = await this.metadata.chapters([vod.uuid]);
    const name = chatJobName(vod);
    const isRequested = await this.writer.update(
      vod.uuid,
      (row) => {
        if (row.assigned || row.chat?.state !== 'recording') return false;
        row.chat = { ...row.chat, state: 'queued', attempt, timelineKey, reason: null };
        return true;
      },
      async (row, tx) => {
        await this.jobs.add(
          this,
          {
            name,
            attempt,
            title: verbatim(row.basename),
            vodUuid: row.uuid,
            channelUuid: row.channelUuid,
            replaces: true,
            input: {
              source: { from: 'vod', vodUuid: row.uuid, timelineKey },
              streamer: streamerOf(vod, channel),
              title: row.title,
              startedAt: row.startedAt.toISOString(),
              category: chapters.findLast((c) => c.category !== null)?.category?.name ?? '',
            },
          },
          tx,
        );
      },
    );
    if (isRequested) this.jobs.added(name);
  }

  private async clockOf(vod: VodEntity): Promise<ChatTimeline['clock']> {
    return [...(sealedClock(vod) ?? siteClockOf((await this.parts.timelineOf(vod.uuid)).timeline))];
  }
}

/** @returns whether there is a chat to make again */
function remake(row: VodEntity): boolean {
  if (row.assigned || !row.chat || row.chat.state === 'recording') return false;
  row.chat = withNewChatFile(row.chat);
  return true;
}

/** The reconciliation seals the VOD within a second. */
const isSealAhead = ({ state, convertState }: VodEntity): boolean => state === 'ended' && convertState === null;

/** Whether the VOD still waits for this attempt. A finished chat file stays. */
function isWaitedFor(
  vod: VodEntity | null,
  { attempt }: JobEntity,
): vod is VodEntity & { chat: NonNullable<VodEntity['chat']> } {
  return vod?.chat?.attempt === attempt && !vod.assigned && vod.chat.state !== 'done';
}
