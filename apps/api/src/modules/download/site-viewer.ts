import { type download, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Assignments } from '../../workflows/assignments.js';
import { type ChannelEntity } from '../channel/channel.entity.js';

type Command = Payload<typeof download>;

/**
 * As whom a site is asked for a channel's videos: the operator's own viewer, by the operator's proxy; sealed for this
 * channel's recorder alone.
 */
@Injectable()
export class SiteViewer {
  constructor(private readonly assignments: Assignments) {}

  async of(
    channel: Pick<ChannelEntity, 'uuid' | 'providerKind'>,
  ): Promise<Pick<Command, 'channelUuid' | 'sealedHeaders' | 'proxy'>> {
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
  async today(command: Command): Promise<Command> {
    return {
      ...command,
      proxy: undefined,
      ...(await this.of({ uuid: command.channelUuid, providerKind: command.providerKind })),
    };
  }
}
