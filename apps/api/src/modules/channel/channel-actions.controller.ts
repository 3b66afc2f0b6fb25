import {
  channelHistory,
  checkSubscriptions,
  deleteAllVods,
  forceRecord,
  refreshChannel,
  renameChannel,
  subscribeChannel,
  unsubscribeChannel,
} from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ChannelRefresh } from '../../detection/channel-refresh.js';
import { ForcedRecording } from '../../detection/forced-recording.js';
import { PushActions } from '../push/push-actions.js';
import { History } from './history.service.js';
import { Deletions } from '../vod/deletions.js';
import { ChannelService } from './channel.service.js';
import { RenameChannel } from './rename-channel.js';

/** Operator actions on one channel. */
@Controller()
export class ChannelActionsController {
  constructor(
    private readonly channels: ChannelService,
    private readonly push: PushActions,
    private readonly refreshing: ChannelRefresh,
    private readonly forced: ForcedRecording,
    private readonly renaming: RenameChannel,
    private readonly deletions: Deletions,
    private readonly history: History,
  ) {}

  @Implements(subscribeChannel)
  async subscribe(
    @ValidatedInput(subscribeChannel) { params }: Input<typeof subscribeChannel>,
  ): Promise<Result<typeof subscribeChannel>> {
    const channel = await this.channels.get(params.uuid);
    return { data: { login: channel.site?.login ?? channel.internalName, status: await this.push.subscribe(channel) } };
  }

  @Implements(unsubscribeChannel)
  async unsubscribe(
    @ValidatedInput(unsubscribeChannel) { params }: Input<typeof unsubscribeChannel>,
  ): Promise<Result<typeof unsubscribeChannel>> {
    await this.push.unsubscribe(await this.channels.get(params.uuid));
    return { message: message('answer.unsubscribed') };
  }

  @Implements(checkSubscriptions)
  async check(
    @ValidatedInput(checkSubscriptions) { params }: Input<typeof checkSubscriptions>,
  ): Promise<Result<typeof checkSubscriptions>> {
    const raw = await this.push.check(await this.channels.get(params.uuid));
    return { data: { raw }, message: verbatim(raw.map(({ type, status }) => `${type}: ${status}\n`).join('')) };
  }

  @Implements(refreshChannel)
  async refresh(
    @ValidatedInput(refreshChannel) { params }: Input<typeof refreshChannel>,
  ): Promise<Result<typeof refreshChannel>> {
    const channel = await this.channels.get(params.uuid);
    await this.refreshing.run(channel);
    return { message: message('answer.refreshed-channel', { name: channel.internalName }) };
  }

  @Implements(forceRecord)
  async force(@ValidatedInput(forceRecord) { params }: Input<typeof forceRecord>): Promise<Result<typeof forceRecord>> {
    const channel = await this.channels.get(params.uuid);
    await this.forced.start(channel);
    return { message: message('answer.forced-recording-channel', { name: channel.internalName }) };
  }

  @Implements(renameChannel)
  async rename(
    @ValidatedInput(renameChannel) { params, body }: Input<typeof renameChannel>,
  ): Promise<Result<typeof renameChannel>> {
    const channel = await this.channels.get(params.uuid);
    return {
      data: { job: await this.renaming.run(channel, body.new_login) },
      message: message('answer.channel-renamed-from', { old: channel.internalName, now: body.new_login }),
    };
  }

  @Implements(deleteAllVods)
  async deleteAll(
    @ValidatedInput(deleteAllVods) { params }: Input<typeof deleteAllVods>,
  ): Promise<Result<typeof deleteAllVods>> {
    return { data: { job: await this.deletions.deleteAllOf((await this.channels.get(params.uuid)).uuid) } };
  }

  @Implements(channelHistory)
  async past(
    @ValidatedInput(channelHistory) { params }: Input<typeof channelHistory>,
  ): Promise<Result<typeof channelHistory>> {
    return { data: await this.history.of((await this.channels.get(params.uuid)).uuid) };
  }
}
