import { type COMMANDS, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { UiBell } from '../core/ui-bell.js';
import { chatJobName } from '../modules/job/job-names.js';
import { chatRemade } from '../modules/vod/vod-chat.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { Recording } from '../workflows/recording.js';
import { ChatQueue } from './chat-queue.js';

type Command = Payload<typeof COMMANDS.chatFinish>;

/** What is decided about the chat of a VOD, each under its row lock and safe to repeat. */
@Injectable()
export class ChatRows {
  constructor(
    private readonly recording: Recording,
    private readonly queue: ChatQueue,
    private readonly bell: UiBell,
  ) {}

  /** Its file is asked for. Nothing when the stream came back, or another api was here. */
  async ask(vod: VodEntity, command: Command): Promise<void> {
    const asked = await this.recording.change(
      vod.uuid,
      (row) => {
        if (row.assigned || row.chat?.state !== 'recording') return false;
        row.chat = {
          ...row.chat,
          state: 'queued',
          attempt: command.attempt,
          timelineKey: command.timelineKey,
          reason: '',
        };
        return true;
      },
      (row, tx) => this.queue.add(row, command, tx),
    );
    if (asked) this.bell.ring('job', command.jobName);
  }

  async again(vodUuid: string, command: Command): Promise<void> {
    await this.recording.change(
      vodUuid,
      (row) => row.chat?.attempt === command.attempt,
      (_row, tx) => this.queue.again(command, tx),
    );
  }

  /**
   * Something came late, or the operator wants it once more: the file is made again of all there is; the one there is
   * stays until then.
   * @returns null while its stream is recorded, or without a chat
   */
  redo(vodUuid: string): Promise<VodEntity | null> {
    return this.recording.change(vodUuid, (row) => {
      if (row.assigned || !row.chat || row.chat.state === 'recording') return false;
      row.chat = chatRemade(row.chat);
      return true;
    });
  }

  /** Only what is queued or runs can be stopped. */
  async stop(vodUuid: string): Promise<void> {
    const stopped = await this.recording.change(vodUuid, (row) => {
      if (row.chat?.state !== 'queued' && row.chat?.state !== 'running') return false;
      row.chat = {
        ...row.chat,
        state: 'failed',
        attempt: null,
        reason: 'The making of the chat file was stopped. The chat still plays.',
      };
      return true;
    });
    if (stopped) this.bell.ring('job', chatJobName(stopped));
  }
}
