import { cleanAll, cleanChannel, previewCleanup, previewWholeCleanup, type Words } from '#libs/contracts';
import { words } from '#libs/domain';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { type Language } from '../../i18n/language.js';
import { tell } from '../../i18n/server-texts.js';
import { languageFor } from '../../i18n/speak.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ChannelService } from '../channel/channel.service.js';
import { CleanupJob, type CleanupWanted } from './cleanup-job.js';
import { previewOf, previewText } from './cleanup-preview.js';
import { Cleanups } from './cleanup.service.js';

@Controller()
export class CleanupController {
  constructor(
    private readonly cleanups: Cleanups,
    private readonly job: CleanupJob,
    private readonly channels: ChannelService,
    private readonly rows: ChannelRepository,
  ) {}

  @Implements(previewCleanup)
  async preview(
    @Checked(previewCleanup) { params }: Input<typeof previewCleanup>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof previewCleanup>> {
    const channel = await this.channels.get(params.uuid);
    return {
      data: previewOf(await this.cleanups.ofChannel(channel), {
        nameOf: () => channel.displayName,
        language: languageFor(res),
      }),
    };
  }

  @Implements(cleanChannel)
  async clean(
    @Checked(cleanChannel) { params }: Input<typeof cleanChannel>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof cleanChannel>> {
    const channel = await this.channels.get(params.uuid);
    const wanted = {
      name: `cleanup_${channel.internalName}`,
      title: channel.displayName,
      channelUuid: channel.uuid,
      cleanup: await this.cleanups.ofChannel(channel),
    };
    return this.start(wanted, languageFor(res));
  }

  @Implements(previewWholeCleanup)
  async previewAll(
    @Checked(previewWholeCleanup) _: Input<typeof previewWholeCleanup>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof previewWholeCleanup>> {
    const names = new Map((await this.rows.all()).map((channel) => [channel.uuid, channel.displayName]));
    return {
      data: await previewText(await this.cleanups.ofAll(), {
        nameOf: (uuid) => names.get(uuid) ?? '',
        language: languageFor(res),
      }),
    };
  }

  @Implements(cleanAll)
  async cleanAll(
    @Checked(cleanAll) _: Input<typeof cleanAll>,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof cleanAll>> {
    const wanted = {
      name: 'cleanup_all',
      title: words('All channels'),
      channelUuid: null,
      cleanup: await this.cleanups.ofAll(),
    };
    return this.start(wanted, languageFor(res));
  }

  private async start(wanted: CleanupWanted, language: Language): Promise<Result<typeof cleanAll>> {
    const job = await this.job.start(wanted);
    const { goes } = wanted.cleanup;
    const warnings = wanted.cleanup.warnings.map((warning) => tell(language, warning));
    const message = [tell(language, begun(job === null ? 0 : goes.length)), ...warnings].join('. ');
    return { message, data: { job, vods: goes.map(({ row }) => row.uuid), warnings } };
  }
}

function begun(n: number): Words {
  if (n === 0) return words('Deleted no VODs');
  return n === 1 ? words('Deleting 1 VOD') : words('Deleting {{n}} VODs', { n });
}
