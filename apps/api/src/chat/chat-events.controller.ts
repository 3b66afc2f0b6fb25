import { OnEvent } from '#libs/bus';
import { EVENTS, type Payload } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { ChatFacts } from './chat-facts.js';

/** Events about the making of chat files. A repeated or late event derives the same state (architecture 6). */
@Controller()
export class ChatEventsController {
  constructor(private readonly facts: ChatFacts) {}

  @OnEvent(EVENTS.chatStarted)
  started(e: Payload<typeof EVENTS.chatStarted>): Promise<void> {
    return this.facts.started(e);
  }

  @OnEvent(EVENTS.chatDone)
  done(e: Payload<typeof EVENTS.chatDone>): Promise<void> {
    return this.facts.done(e);
  }

  @OnEvent(EVENTS.chatFailed)
  failed(e: Payload<typeof EVENTS.chatFailed>): Promise<void> {
    return this.facts.failed(e);
  }
}
