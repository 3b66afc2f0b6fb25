import { Controller } from '@nestjs/common';
import { type MessageContext, OnCommand } from '#libs/bus';
import { chatFinish, type Payload } from '#libs/contracts';
import { deliveredOf } from '#libs/service-kit';
import { ChatFinish } from './chat-finish.service.js';

/** Chunks of chat -> one chat file, at the command of api. */
@Controller()
export class ChatHandler {
  constructor(private readonly finish: ChatFinish) {}

  @OnCommand(chatFinish)
  async run(command: Payload<typeof chatFinish>, context: MessageContext): Promise<void> {
    await this.finish.run(command, deliveredOf(context));
  }
}
