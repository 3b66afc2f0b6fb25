import { EVENTS, type Payload } from '#libs/contracts';
import { OnEvent } from '#libs/bus';
import { Controller } from '@nestjs/common';
import { ChatFileJob } from './chat-file-job.js';
import { LiveGaps } from '../recordings/live-gaps.js';
import { PartRows } from '../recordings/part-rows.js';
import { Recording } from '../recordings/recording.js';

/**
 * What follows from events about parts. A repeated or late event derives the same state.
 */
@Controller()
export class RecordingController {
  constructor(
    private readonly recording: Recording,
    private readonly gaps: LiveGaps,
    private readonly partRows: PartRows,
    private readonly chats: ChatFileJob,
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

  /** Segments or chat that waited in a spool are stored now, perhaps long after the VOD was sealed. */
  @OnEvent(EVENTS.partRecovered)
  async partRecovered(e: Payload<typeof EVENTS.partRecovered>): Promise<void> {
    await this.partRows.readOne(e.vodUuid, e.partId);
    await this.chats.redo(e.vodUuid);
  }

  @OnEvent(EVENTS.captureRefused)
  refused(e: Payload<typeof EVENTS.captureRefused>): Promise<void> {
    return this.recording.refused(e);
  }
}
