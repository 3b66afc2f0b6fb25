import { Injectable } from '@nestjs/common';
import { Recording } from '../../workflows/recording.js';
import { type ChannelEntity } from '../channel/channel.entity.js';
import { ChannelRepository } from '../channel/channel.repository.js';
import { DeleteVod } from '../vod/delete-vod.js';
import { VodRepository } from '../vod/vod.repository.js';
import { type DownloadCommand } from './download-jobs.js';

type Command = DownloadCommand<'download'>;

/** VODs whose download was stopped before they were whole. */
@Injectable()
export class StoppedVideos {
  constructor(
    private readonly recording: Recording,
    private readonly vods: VodRepository,
    private readonly channels: ChannelRepository,
    private readonly deletion: DeleteVod,
  ) {}

  /** One that the operator protected meanwhile stays, as it is. */
  async remove({ vodUuid, attempt }: Command): Promise<void> {
    const stopped = await this.recording.change(vodUuid, (row) => {
      if (row.download?.attempt !== attempt || row.download.state === 'done') return false;
      row.download = { ...row.download, state: 'failed', reason: 'The download was stopped.' };
      return true;
    });
    if (stopped && !stopped.preventDeletion) await this.deletion.soon(vodUuid);
  }

  async isThere({ vodUuid, partId }: Command): Promise<boolean> {
    return (await this.vods.find(vodUuid))?.download?.partId === partId;
  }
  channelOf({ channelUuid }: Command): Promise<ChannelEntity | null> {
    return this.channels.find(channelUuid);
  }
}
