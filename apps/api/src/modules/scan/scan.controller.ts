import { scanChannel, scanLibrary, scanLocalVideos } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ChannelService } from '../channel/channel.service.js';
import { Scans } from './scans.service.js';

@Controller()
export class ScanController {
  constructor(
    private readonly scans: Scans,
    private readonly channels: ChannelService,
  ) {}

  @Implements(scanLibrary)
  async all(@ValidatedInput(scanLibrary) _: Input<typeof scanLibrary>): Promise<Result<typeof scanLibrary>> {
    return { data: { job: await this.scans.startLibraryScan() }, message: message('answer.library-being-scanned') };
  }

  @Implements(scanChannel)
  async channel(
    @ValidatedInput(scanChannel) { params }: Input<typeof scanChannel>,
  ): Promise<Result<typeof scanChannel>> {
    const channel = await this.channels.get(params.uuid);
    return {
      data: { job: await this.scans.startChannelScan(channel) },
      message: message('answer.channel-being-scanned', { name: channel.displayName }),
    };
  }

  @Implements(scanLocalVideos)
  async local(
    @ValidatedInput(scanLocalVideos) { params }: Input<typeof scanLocalVideos>,
  ): Promise<Result<typeof scanLocalVideos>> {
    const channel = await this.channels.get(params.uuid);
    return {
      data: { job: await this.scans.startLocalVideoScan(channel) },
      message: message('answer.local-videos-scan-begun', { name: channel.displayName }),
    };
  }
}
