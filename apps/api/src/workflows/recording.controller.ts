import { EVENTS, type Payload } from '#libs/contracts';
import { OnEvent } from '#libs/bus';
import { Controller } from '@nestjs/common';
import { ChatRows } from '../chat/chat-rows.js';
import { CopyFiles } from '../modules/download/copy-files.js';
import { Converting } from './converting.js';
import { LiveGaps } from './live-gaps.js';
import { PartRows } from './part-rows.js';
import { Recording } from './recording.js';

/**
 * What follows from events about parts and their conversion; chats, downloads and probes have controllers of their own. A repeated or late event derives the same state (architecture 6).
 */
@Controller()
export class RecordingController {
  constructor(
    private readonly recording: Recording,
    private readonly converting: Converting,
    private readonly gaps: LiveGaps,
    private readonly partRows: PartRows,
    private readonly chats: ChatRows,
    private readonly copies: CopyFiles,
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

  /** Of a VOD's own file, or of the copy that its site keeps. */
  @OnEvent(EVENTS.convertStarted)
  async convertStarted(e: Payload<typeof EVENTS.convertStarted>): Promise<void> {
    if (!(await this.copies.started(e))) await this.converting.started(e);
  }

  @OnEvent(EVENTS.convertDone)
  async convertDone(e: Payload<typeof EVENTS.convertDone>): Promise<void> {
    if (!(await this.copies.done(e))) await this.converting.done(e);
  }

  @OnEvent(EVENTS.convertFailed)
  async convertFailed(e: Payload<typeof EVENTS.convertFailed>): Promise<void> {
    if (!(await this.copies.failed(e))) await this.converting.failed(e);
  }
}
