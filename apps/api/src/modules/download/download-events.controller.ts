import { OnEvent } from '#libs/bus';
import { EVENTS, type Payload } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { DownloadFacts } from './download-facts.js';

/** Events about what recorders fetch from sites. A repeated or late event derives the same state (architecture 6). */
@Controller()
export class DownloadEventsController {
  constructor(private readonly facts: DownloadFacts) {}

  @OnEvent(EVENTS.downloadStarted)
  started(e: Payload<typeof EVENTS.downloadStarted>): Promise<void> {
    return this.facts.started(e);
  }

  @OnEvent(EVENTS.downloadFailed)
  failed(e: Payload<typeof EVENTS.downloadFailed>): Promise<void> {
    return this.facts.failed(e);
  }

  @OnEvent(EVENTS.videoProgress)
  grown(e: Payload<typeof EVENTS.videoProgress>): Promise<void> {
    return this.facts.grown(e);
  }

  @OnEvent(EVENTS.videoDownloaded)
  video(e: Payload<typeof EVENTS.videoDownloaded>): Promise<void> {
    return this.facts.video(e);
  }

  @OnEvent(EVENTS.chatDownloaded)
  chat(e: Payload<typeof EVENTS.chatDownloaded>): Promise<void> {
    return this.facts.chat(e);
  }

  @OnEvent(EVENTS.chatDumped)
  dump(e: Payload<typeof EVENTS.chatDumped>): Promise<void> {
    return this.facts.dump(e);
  }

  @OnEvent(EVENTS.clipDownloaded)
  clip(e: Payload<typeof EVENTS.clipDownloaded>): Promise<void> {
    return this.facts.clip(e);
  }
}
