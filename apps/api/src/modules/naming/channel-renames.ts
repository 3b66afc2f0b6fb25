import { OutsideError } from '#libs/errors';
import { type Message, message, verbatim } from '#libs/messages';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { defineApiJob, type ApiJobRun } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { VodWriter } from '../../vods/vod-writer.js';
import { LibraryLinks } from '../../library/library-links.js';
import { RenamedRows } from '../../library/renamed-rows.js';
import { VodNames } from '../../library/vod-names.js';
import { replaceChannelName } from '../../library/replace-channel-name.js';

const RENAME = defineApiJob('rename', z.strictObject({ channelUuid: z.uuid(), from: z.string().min(1) }));

/**
 * Applies the new name of a channel to all its VODs: names, folders and addresses. All rows change in one transaction,
 * so either all VODs are renamed or none.
 */
@Injectable()
export class ChannelRenames implements OnModuleInit {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly writer: VodWriter,
    private readonly names: VodNames,
    private readonly rows: RenamedRows,
    private readonly links: LibraryLinks,
    private readonly notifier: UiNotifier,
  ) {}

  onModuleInit(): void {
    this.apiJobs.register(RENAME, (run) => this.work(run));
  }

  /**
   * Adds the job in the transaction that renames the channel. Call {@link started} after the commit.
   * @param from previous internal name of the channel
   * @returns name of the job
   * @throws UserError `job-running` (409)
   */
  async followIn(
    { uuid, internalName }: Pick<ChannelEntity, 'uuid' | 'internalName'>,
    from: string,
    tx: Tx,
  ): Promise<string> {
    const name = `rename_${internalName}`;
    await this.apiJobs.addIn(
      RENAME,
      {
        name,
        title: message('job.title.called-now', { from, name: internalName }),
        input: { channelUuid: uuid, from },
        channelUuid: uuid,
      },
      tx,
    );
    return name;
  }

  started(jobName: string): void {
    this.apiJobs.added(jobName);
  }

  private async work({ input, signal, progress }: ApiJobRun<z.infer<typeof RENAME.schema>>): Promise<Message> {
    const flipped = await this.transactions.run((tx) => this.renameVods(input.channelUuid, tx));
    for (const vod of flipped) this.notifier.notify('vod', vod.uuid);
    this.notifier.notify('channel', input.channelUuid);
    for (const [n, vod] of flipped.entries()) {
      signal.throwIfAborted(); // rows are renamed; a periodic task updates the library
      await this.links.follow(vod.uuid);
      progress((n + 1) / flipped.length, verbatim(vod.basename));
    }
    return message('job.vods-renamed', { n: flipped.length });
  }

  private async renameVods(channelUuid: string, tx: Tx): Promise<VodEntity[]> {
    const channel = await this.channels.find(channelUuid, tx);
    if (!channel) return [];
    // Includes VODs that an earlier, incomplete rename did not reach.
    const listed = (await this.vods.listOf([channelUuid], tx)).filter((v) => v.channelName !== channel.internalName);
    const locked: VodEntity[] = [];
    for (const { uuid } of listed) {
      const vod = await this.vods.lock(uuid, tx);
      if (vod) locked.push(vod);
    }
    for (const vod of locked)
      if (await this.rows.isBusy(vod, tx))
        throw new OutsideError(message('error.vod-busy.rename-channel', { name: vod.basename }));
    for (const vod of locked) await this.flipOne(vod, channel, tx);
    return locked;
  }

  private async flipOne(vod: VodEntity, { internalName, displayName }: ChannelEntity, tx: Tx): Promise<void> {
    const change = { from: vod.channelName, to: internalName };
    const name = await this.names.freeNameFor(replaceChannelName(vod.basename, change), vod.uuid, tx);
    const folder = vod.folder
      .split('/')
      .map((part) => (part === vod.basename ? name : replaceChannelName(part, change)))
      .join('/');
    await this.rows.saveName(vod, { name, folder }, tx);
    await this.writer.save(Object.assign(vod, { channelName: internalName, channelDisplay: displayName }), tx);
  }
}
