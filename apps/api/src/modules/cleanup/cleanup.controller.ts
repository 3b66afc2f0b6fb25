import { cleanAll, cleanChannel, getAutomaticCleanup, previewCleanup, previewWholeCleanup } from '#libs/contracts';
import { type Message, message, type OwnMessage, verbatim } from '#libs/messages';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { languageFor } from '../../i18n/localize-answer.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { ChannelService } from '../channel/channel.service.js';
import { AutomaticCleanup } from './automatic-cleanup.js';
import { CleanupJob, type CleanupRequest } from './cleanup-job.js';
import { previewOf, previewText } from './cleanup-preview.js';
import { type Cleanup, Cleanups } from './cleanup.service.js';

@Controller()
export class CleanupController {
  constructor(
    private readonly cleanups: Cleanups,
    private readonly job: CleanupJob,
    private readonly channels: ChannelService,
    private readonly rows: ChannelRepository,
    private readonly automatic: AutomaticCleanup,
  ) {}

  @Implements(previewCleanup)
  async preview(
    @ValidatedInput(previewCleanup) { params }: Input<typeof previewCleanup>,
  ): Promise<Result<typeof previewCleanup>> {
    const channel = await this.channels.get(params.uuid);
    return { data: previewOf(await this.cleanups.ofChannel(channel), () => channel.displayName) };
  }

  @Implements(cleanChannel)
  async clean(
    @ValidatedInput(cleanChannel) { params }: Input<typeof cleanChannel>,
  ): Promise<Result<typeof cleanChannel>> {
    const channel = await this.channels.get(params.uuid);
    const wanted = {
      name: `cleanup_${channel.internalName}`,
      title: verbatim(channel.displayName),
      channelUuid: channel.uuid,
      cleanup: await this.cleanups.ofChannel(channel),
    };
    return this.start(wanted);
  }

  @Implements(previewWholeCleanup)
  async previewAll(
    @ValidatedInput(previewWholeCleanup) _: Input<typeof previewWholeCleanup>,
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
  async cleanAll(@ValidatedInput(cleanAll) _: Input<typeof cleanAll>): Promise<Result<typeof cleanAll>> {
    const wanted = {
      name: 'cleanup_all',
      title: message('job.title.all-channels'),
      channelUuid: null,
      cleanup: await this.cleanups.ofAll(),
    };
    return this.start(wanted);
  }

  @Implements(getAutomaticCleanup)
  async getAutomatic(
    @ValidatedInput(getAutomaticCleanup) _: Input<typeof getAutomaticCleanup>,
  ): Promise<Result<typeof getAutomaticCleanup>> {
    return { data: await this.automatic.present() };
  }

  private async start(wanted: CleanupRequest & { readonly cleanup: Cleanup }): Promise<Result<typeof cleanAll>> {
    const job = await this.job.start(wanted);
    const { goes, warnings } = wanted.cleanup;
    const text = warnings.reduce<Message>(
      (first, rest) => message('text.sentences', { first, rest }),
      startedMessage(job === null ? 0 : goes.length),
    );
    return { message: text, data: { job, vods: goes.map(({ row }) => row.uuid), warnings: [...warnings] } };
  }
}

function startedMessage(n: number): OwnMessage {
  if (n === 0) return message('cleanup.begun.none');
  return n === 1 ? message('cleanup.begun.one') : message('cleanup.begun', { n });
}
