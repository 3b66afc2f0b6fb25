import { cleanAll, cleanChannel, previewCleanup, previewWholeCleanup } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { ChannelService } from '../channel/channel.service.js';
import { CleanupTask, type CleanupWanted } from './cleanup-task.js';
import { previewOf, previewText } from './cleanup-preview.js';
import { Cleanups } from './cleanup.service.js';

@Controller()
export class CleanupController {
  constructor(
    private readonly cleanups: Cleanups,
    private readonly task: CleanupTask,
    private readonly channels: ChannelService,
    private readonly rows: ChannelRepository,
  ) {}

  @Implements(previewCleanup)
  async preview(
    @Checked(previewCleanup) { params }: Input<typeof previewCleanup>,
  ): Promise<Result<typeof previewCleanup>> {
    const channel = await this.channels.get(params.uuid);
    return { data: previewOf(await this.cleanups.ofChannel(channel), () => channel.displayName) };
  }

  @Implements(cleanChannel)
  async clean(@Checked(cleanChannel) { params }: Input<typeof cleanChannel>): Promise<Result<typeof cleanChannel>> {
    const channel = await this.channels.get(params.uuid);
    return this.start({
      name: `cleanup_${channel.internalName}`,
      title: channel.displayName,
      channelUuid: channel.uuid,
      cleanup: await this.cleanups.ofChannel(channel),
    });
  }

  @Implements(previewWholeCleanup)
  async previewAll(
    @Checked(previewWholeCleanup) _: Input<typeof previewWholeCleanup>,
  ): Promise<Result<typeof previewWholeCleanup>> {
    const names = new Map((await this.rows.all()).map((channel) => [channel.uuid, channel.displayName]));
    return { data: await previewText(await this.cleanups.ofAll(), (uuid) => names.get(uuid) ?? '') };
  }

  @Implements(cleanAll)
  async cleanAll(@Checked(cleanAll) _: Input<typeof cleanAll>): Promise<Result<typeof cleanAll>> {
    return this.start({
      name: 'cleanup_all',
      title: 'All channels',
      channelUuid: null,
      cleanup: await this.cleanups.ofAll(),
    });
  }

  private async start(wanted: CleanupWanted): Promise<Result<typeof cleanAll>> {
    const job = await this.task.start(wanted);
    const { goes, warnings } = wanted.cleanup;
    const message = [
      job === null ? 'Deleted no VODs' : `Deleting ${goes.length === 1 ? '1 VOD' : `${goes.length} VODs`}`,
      ...warnings,
    ].join('. ');
    return { message, data: { job, vods: goes.map(({ row }) => row.uuid), warnings: [...warnings] } };
  }
}
