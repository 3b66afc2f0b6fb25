import { Controller } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { type Payload, probe } from '#libs/contracts';
import { type Delivered } from '#libs/service-kit';
import { MediaProbe } from './media-probe.service.js';

/** Probes a media file and makes its thumbnail, at the request of the API. */
@Controller()
export class ProbeHandler {
  constructor(private readonly media: MediaProbe) {}

  @OnCommand(probe)
  async probe(command: Payload<typeof probe>, delivered: Delivered): Promise<void> {
    await this.media.run(command, delivered);
  }
}
