import { addChannel, deleteChannel, editChannel, getChannel, isYes, listChannels } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { editConflict } from '../../platform/edit-conflict.js';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { JsonText } from '../../http/json-text.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { type Caller, Who } from '../auth/caller.js';
import { guestChannel } from '../../views/guest-channel.js';
import { languageFor } from '../../i18n/localize-answer.js';
import { ViewLoader } from '../../views/view-loader.service.js';
import { CHANNEL_MISSING } from './channel-faults.js';
import { ChannelCounts } from '../../persistence/repositories/channel-count.repository.js';
import { SpaceReportService } from '../../space/space-report.service.js';
import { ChannelService } from './channel.service.js';
import { EditChannel } from './edit-channel.js';

@Controller()
export class ChannelController {
  constructor(
    private readonly channels: ChannelService,
    private readonly edits: EditChannel,
    private readonly views: ViewLoader,
    private readonly counts: ChannelCounts,
    private readonly space: SpaceReportService,
  ) {}

  @Implements(listChannels)
  async list(
    @ValidatedInput(listChannels) { query }: Input<typeof listChannels>,
    @Who() caller: Caller,
    @Res({ passthrough: true }) res: Response,
  ): Promise<Result<typeof listChannels>> {
    const [total_size, free] = await Promise.all([this.counts.bytes(), this.space.free()]);
    const sizes = { total_size, free_size: free ?? 0 };
    const isGuest = caller.level !== 'admin';
    if (query.vods === 0)
      return {
        data: new JsonText([
          '{"streamer_list":',
          await this.views.channelsText({ language: languageFor(res), isGuest }),
          `,${JSON.stringify(sizes).slice(1)}`,
        ]),
      };
    const channels = await this.views.allChannels(query.vods);
    return { data: { streamer_list: isGuest ? channels.map(guestChannel) : channels, ...sizes } };
  }

  @Implements(addChannel)
  async add(@ValidatedInput(addChannel) { body }: Input<typeof addChannel>): Promise<Result<typeof addChannel>> {
    const { channel, remark } = await this.channels.add(body);
    return {
      data: await this.view(channel.uuid),
      message: remark
        ? message('answer.channel-added.remark', { name: channel.displayName, remark })
        : message('answer.channel-added', { name: channel.displayName }),
    };
  }

  @Implements(getChannel)
  async get(
    @ValidatedInput(getChannel) { params }: Input<typeof getChannel>,
    @Who() caller: Caller,
  ): Promise<Result<typeof getChannel>> {
    const channel = await this.view((await this.channels.get(params.uuid)).uuid);
    return { data: caller.level === 'admin' ? channel : guestChannel(channel) };
  }

  @Implements(editChannel)
  async edit(
    @ValidatedInput(editChannel) { params, body }: Input<typeof editChannel>,
  ): Promise<Result<typeof editChannel>> {
    const channel = await this.edits.run(params.uuid, body);
    if (!channel) throw editConflict(editChannel, await this.view((await this.channels.get(params.uuid)).uuid));
    return {
      data: await this.view(channel.uuid),
      message: message('answer.channel-updated', { name: channel.displayName }),
    };
  }

  @Implements(deleteChannel)
  async remove(
    @ValidatedInput(deleteChannel) { params, query }: Input<typeof deleteChannel>,
  ): Promise<Result<typeof deleteChannel>> {
    const withVods = isYes(query.deletevods);
    const channel = await this.channels.remove(params.uuid, { withVods });
    return { message: message('answer.channel-deleted', { name: channel.displayName }) };
  }

  private async view(uuid: string) {
    const channel = await this.views.channel(uuid);
    if (!channel) throw CHANNEL_MISSING();
    return channel;
  }
}
