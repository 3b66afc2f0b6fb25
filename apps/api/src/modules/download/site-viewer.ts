import { type JobInput, type videoDownloadJob } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Assignments } from '../../recordings/assignments.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';

type Input = JobInput<typeof videoDownloadJob>;

/**
 * The account and the proxy with which recorders request a channel's videos: the operator's own viewer account, sealed
 * for the recorder of this channel.
 */
@Injectable()
export class SiteViewer {
  constructor(private readonly assignments: Assignments) {}

  async viewerOf(
    channel: Pick<ChannelEntity, 'uuid' | 'providerKind'>,
  ): Promise<Pick<Input, 'channelUuid' | 'sealedHeaders' | 'proxy'>> {
    return {
      channelUuid: channel.uuid,
      sealedHeaders: await this.assignments.playbackHeaders(channel),
      ...this.assignments.proxy(channel),
    };
  }

  /**
   * Updates a command that waited in the queue or is retried: in the meantime the operator may have changed the token
   * or removed the proxy.
   */
  async refresh(input: Input): Promise<Input> {
    return {
      ...input,
      proxy: undefined,
      ...(await this.viewerOf({ uuid: input.channelUuid, providerKind: input.providerKind })),
    };
  }
}
