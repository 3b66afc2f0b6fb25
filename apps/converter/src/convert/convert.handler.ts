import { Controller } from '@nestjs/common';
import { type MessageContext, OnCommand } from '#libs/bus';
import { convert, type Payload } from '#libs/contracts';
import { deliveredOf } from '#libs/service-kit';
import { Conversion } from './conversion.service.js';

/** Segments -> container files, at the command of api. */
@Controller()
export class ConvertHandler {
  constructor(private readonly conversion: Conversion) {}

  @OnCommand(convert)
  async convert(command: Payload<typeof convert>, context: MessageContext): Promise<void> {
    await this.conversion.run(command, deliveredOf(context));
  }
}
