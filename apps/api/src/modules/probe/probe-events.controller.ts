import { OnEvent } from '#libs/bus';
import { EVENTS, type Payload } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { Probes } from './probes.js';

@Controller()
export class ProbeEventsController {
  constructor(private readonly probes: Probes) {}

  @OnEvent(EVENTS.probeDone)
  done(e: Payload<typeof EVENTS.probeDone>): Promise<void> {
    return this.probes.done(e);
  }

  @OnEvent(EVENTS.probeFailed)
  failed(e: Payload<typeof EVENTS.probeFailed>): Promise<void> {
    return this.probes.failed(e);
  }
}
