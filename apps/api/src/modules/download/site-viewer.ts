import { type JobInput, type videoDownloadJob } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Assignments } from '../../recordings/assignments.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';

type Input = JobInput<typeof videoDownloadJob>;

/**
 * As whom a site is asked for a channel's videos: the operator's own viewer, by the operator's proxy; sealed for this
 * channel's recorder alone.
 */
@Injectable()
export class SiteViewer {
  constructor(private readonly assignments: Assignments) {}

  async of(
    channel: Pick<ChannelEntity, 'uuid' | 'providerKind'>,
  ): Promise<Pick<Input, 'channelUuid' | 'sealedHeaders' | 'proxy'>> {
    return {
      channelUuid: channel.uuid,
      sealedHeaders: await this.assignments.playbackHeaders(channel),
      ...this.assignments.proxy(channel),
    };
  }

  /**
   * The operator may have given another token since a command was made, or taken the proxy away: it waited for its
   * turn, or failed and is tried again.
   */
  async today(input: Input): Promise<Input> {
    return {
      ...input,
      proxy: undefined,
      ...(await this.of({ uuid: input.channelUuid, providerKind: input.providerKind })),
    };
  }
}
