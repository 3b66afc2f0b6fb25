import { scanChannel, scanLibrary, scanLocalVideos } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
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
  async all(@Checked(scanLibrary) _: Input<typeof scanLibrary>): Promise<Result<typeof scanLibrary>> {
    return { data: { job: await this.scans.all() }, message: 'The library is being scanned' };
  }

  @Implements(scanChannel)
  async channel(@Checked(scanChannel) { params }: Input<typeof scanChannel>): Promise<Result<typeof scanChannel>> {
    const channel = await this.channels.get(params.uuid);
    return {
      data: { job: await this.scans.channel(channel) },
      message: `Channel '${channel.displayName}' is being scanned`,
    };
  }

  @Implements(scanLocalVideos)
  async local(
    @Checked(scanLocalVideos) { params }: Input<typeof scanLocalVideos>,
  ): Promise<Result<typeof scanLocalVideos>> {
    const channel = await this.channels.get(params.uuid);
    return {
      data: { job: await this.scans.local(channel) },
      message: `Looking for local videos of channel '${channel.displayName}'`,
    };
  }
}
