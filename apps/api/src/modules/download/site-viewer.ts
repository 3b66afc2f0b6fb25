import { type download, type Payload } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { Assignments } from '../../workflows/assignments.js';
import { type ChannelEntity } from '../channel/channel.entity.js';

/** As whom a site is asked for a channel's videos: the operator's own viewer, by the operator's proxy; sealed for this channel's recorder alone. */
@Injectable()
export class SiteViewer {
  constructor(private readonly assignments: Assignments) {}

  async of(channel: ChannelEntity): Promise<Pick<Payload<typeof download>, 'channelUuid' | 'sealedHeaders' | 'proxy'>> {
    return { channelUuid: channel.uuid, sealedHeaders: await this.assignments.playbackHeaders(channel), ...this.assignments.proxy(channel) };
  }
}
