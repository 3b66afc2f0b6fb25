import { Controller } from '@nestjs/common';
import { type MessageContext, OnCommand } from '#libs/bus';
import { type Payload, probe } from '#libs/contracts';
import { deliveredOf } from '#libs/service-kit';
import { MediaProbe } from './media-probe.service.js';

/** What is this file, and what does it look like: at the command of api. */
@Controller()
export class ProbeHandler {
  constructor(private readonly media: MediaProbe) {}

  @OnCommand(probe)
  async probe(command: Payload<typeof probe>, context: MessageContext): Promise<void> {
    await this.media.run(command, deliveredOf(context));
  }
}
