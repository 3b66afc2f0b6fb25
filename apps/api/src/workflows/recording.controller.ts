import { EVENTS, type Payload } from '#libs/contracts';
import { OnEvent } from '#libs/bus';
import { Controller } from '@nestjs/common';
import { ChatFileJob } from './chat-file-job.js';
import { Isolation } from '../recordings/isolation.js';
import { LiveGaps } from '../recordings/live-gaps.js';
import { PartRows } from '../recordings/part-rows.js';
import { Recording } from '../recordings/recording.js';

/** Handles events about parts. Repeated and late events lead to the same state. */
@Controller()
export class RecordingController {
  constructor(
    private readonly recording: Recording,
    private readonly gaps: LiveGaps,
    private readonly partRows: PartRows,
    private readonly chats: ChatFileJob,
    private readonly isolation: Isolation,
  ) {}

  @OnEvent(EVENTS.partStarted)
  async partStarted(e: Payload<typeof EVENTS.partStarted>): Promise<void> {
    await this.recording.partStarted(e);
    await this.gaps.refresh(e.vodUuid);
  }

  @OnEvent(EVENTS.partEnded)
  partEnded(e: Payload<typeof EVENTS.partEnded>): Promise<void> {
    return this.recording.partEnded(e);
  }

  /** A recorder has stored segments or chat from its spool, perhaps long after the VOD was sealed. */
  @OnEvent(EVENTS.partRecovered)
  async partRecovered(e: Payload<typeof EVENTS.partRecovered>): Promise<void> {
    await this.partRows.readOne(e.vodUuid, e.partId);
    await this.gaps.refresh(e.vodUuid);
    await this.chats.redo(e.vodUuid);
  }

  @OnEvent(EVENTS.captureRefused)
  refused(e: Payload<typeof EVENTS.captureRefused>): Promise<void> {
    return this.recording.refused(e);
  }

  @OnEvent(EVENTS.recorderDied)
  recorderDied(e: Payload<typeof EVENTS.recorderDied>): Promise<void> {
    return this.isolation.recorderDied(e);
  }
}
