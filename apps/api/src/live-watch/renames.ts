import { Injectable, Logger } from '@nestjs/common';
import { UiBell } from '../core/ui-bell.js';
import { type ChannelEntity } from '../modules/channel/channel.entity.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { Notices } from '../modules/notice/notices.service.js';

/** A channel that is called otherwise at its site now is followed by its id; its folder here keeps its name (server-behaviour case 19, peers case 18). */
@Injectable()
export class Renames {
  private readonly log = new Logger('live-watch');

  constructor(private readonly channels: ChannelRepository, private readonly notices: Notices, private readonly bell: UiBell) {}

  async follow(channel: ChannelEntity, named: { readonly login: string; readonly displayName: string }): Promise<void> {
    const { site } = channel;
    if (!site || (site.login === named.login && site.displayName === named.displayName)) return;
    const isOurName = channel.displayName === site.displayName;
    const found = { site: { ...site, ...named }, sourceUrl: channel.sourceUrl.replace(new RegExp(`/${site.login}$`), `/${named.login}`), displayName: isOurName ? named.displayName : channel.displayName };
    await this.channels.noteSite(channel.uuid, found);
    Object.assign(channel, found);
    this.bell.ring('channel', channel.uuid);
    if (site.login === named.login) return;
    this.log.log(`${site.login} is called ${named.login} now`);
    await this.notices.raise({
      key: `renamed:${channel.uuid}:${named.login}`, kind: 'channel-renamed', level: 'info', channelUuid: channel.uuid, title: `${site.login} is called ${named.login} now`,
      text: `It is followed by its id, so nothing is missed. New recordings still go to the folder '${channel.internalName}'.`,
    });
  }
}
