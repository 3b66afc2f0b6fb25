import { EVENTS, objectKeys, type Payload } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../core/ui-bell.js';
import { type Tx } from '../db/tx.js';
import { libraryPlace } from '../modules/naming/library-place.js';
import { chatFileName, type VodChat } from '../modules/vod/vod-chat.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { ConverterJobs } from '../workflows/converter-jobs.js';
import { doneNote, failedNote, startedNote } from '../workflows/job-notes.js';
import { LateReceipts } from '../workflows/late-receipts.js';
import { Recording } from '../workflows/recording.js';

type Started = Payload<typeof EVENTS.chatStarted>;
type Done = Payload<typeof EVENTS.chatDone>;
type Failed = Payload<typeof EVENTS.chatFailed>;

/**
 * What follows from a converter's facts about a chat. Facts of an attempt that was replaced (the stream came back, a
 * retry) change nothing.
 */
@Injectable()
export class ChatFacts {
  private readonly log = new Logger('chat');
  private readonly late: LateReceipts;

  constructor(
    private readonly recording: Recording,
    private readonly vods: VodRepository,
    private readonly jobs: ConverterJobs,
    private readonly bell: UiBell,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    this.late = new LateReceipts(storage);
  }

  async started(e: Started): Promise<void> {
    const vod = await this.apply(e, async (row, tx) => {
      if (row.state === 'done') return row;
      await this.jobs.note(e.jobName, startedNote(e), tx);
      return { ...row, state: 'running', reason: '' };
    });
    if (!vod) this.bell.dropTry(e);
  }

  async done(e: Done): Promise<void> {
    const libraryPath = await this.publish(e);
    const vod = await this.apply(e, async (row, tx) => {
      await this.jobs.note(e.jobName, doneNote(e), tx);
      return {
        ...row,
        state: 'done',
        reason: '',
        file: { attempt: e.attempt, key: e.key, sizeBytes: e.sizeBytes, messages: e.messages, libraryPath },
      };
    });
    if (vod) this.log.log(`${vod.basename}: its chat of ${e.messages} messages is finished`);
  }

  async failed(e: Failed): Promise<void> {
    const vod = await this.apply(e, async (row, tx) => {
      if (row.state === 'done') return row;
      await this.jobs.note(e.jobName, failedNote(e), tx);
      return { ...row, state: e.waiting ? 'queued' : 'failed', reason: e.reason };
    });
    if (vod) this.log.warn(`${vod.basename}: its chat could not be finished: ${e.reason}`);
  }

  /** An attempt that is finished although no event told of it. @returns whether it was */
  async applyReceipt({ uuid, chat }: Pick<VodEntity, 'uuid' | 'chat'>): Promise<boolean> {
    const attempt = chat?.attempt ?? null;
    if (attempt === null) return false;
    return this.late.apply(
      uuid,
      { key: objectKeys.chatReceipt(uuid, attempt), schema: EVENTS.chatDone.schema },
      (receipt) => this.done(receipt),
    );
  }

  /**
   * Shows the file beside the video, under v0's name (server-behaviour 1.11); an earlier version goes when the new one
   * stands.
   */
  private async publish(e: Done): Promise<string | null> {
    const vod = await this.vods.find(e.vodUuid);
    const { library } = this.storage;
    if (!library || vod?.chat?.attempt !== e.attempt) return null;
    return library.publish(
      e.key,
      libraryPlace(vod, chatFileName(vod.basename)),
      vod.chat.file?.libraryPath ?? undefined,
    );
  }

  private async apply(
    e: Pick<Started, 'vodUuid' | 'attempt' | 'jobName'>,
    next: (chat: VodChat, tx: Tx) => Promise<VodChat>,
  ): Promise<VodEntity | null> {
    const vod = await this.recording.change(
      e.vodUuid,
      (row) => row.chat?.attempt === e.attempt && !row.assigned,
      async (row, tx) => {
        if (row.chat) row.chat = await next(row.chat, tx);
      },
    );
    if (vod) this.bell.ring('job', e.jobName);
    return vod;
  }
}
