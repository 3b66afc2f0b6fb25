import { message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { Recording } from '../recordings/recording.js';
import { Notices } from '../platform/notices.service.js';

/** Follows a channel by its id if its site renames it. Its folder retains the old name. */
@Injectable()
export class SiteRenames {
  private readonly log = new Logger('live-watch');

  constructor(
    private readonly channels: ChannelRepository,
    private readonly notices: Notices,
    private readonly notifier: UiNotifier,
    private readonly vods: VodRepository,
    private readonly recording: Recording,
  ) {}

  async follow(channel: ChannelEntity, named: { readonly login: string; readonly displayName: string }): Promise<void> {
    const { site } = channel;
    if (!site || (site.login === named.login && site.displayName === named.displayName)) return;
    const isOurName = channel.displayName === site.displayName;
    const found = {
      site: { ...site, ...named },
      sourceUrl: withLogin(channel.sourceUrl, site.login, named.login),
      displayName: isOurName ? named.displayName : channel.displayName,
    };
    await this.channels.saveSite(channel.uuid, found);
    Object.assign(channel, found);
    this.notifier.notify('channel', channel.uuid);
    if (site.login === named.login) return;
    // The chat room has a new name too, so the recorder needs the new login.
    for (const vod of await this.vods.assignedOf(channel.uuid)) await this.recording.assignAgain(vod.uuid);
    this.log.log(`${channel.displayName}: login changed from ${site.login} to ${named.login}`);
    await this.notices.raise({
      key: `renamed:${channel.uuid}:${named.login}`,
      kind: 'channel-renamed',
      level: 'info',
      channelUuid: channel.uuid,
      title: message('job.title.called-now', { from: site.login, name: named.login }),
      text: message('notice.channel-renamed.text', { folder: channel.internalName }),
    });
  }
}

/** Replaces the login at the end of the URL. */
const withLogin = (url: string, before: string, now: string): string =>
  url.endsWith(`/${before}`) ? `${url.slice(0, url.length - before.length)}${now}` : url;
