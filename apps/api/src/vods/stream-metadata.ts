import { isNewChapter } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { GameRepository } from '../persistence/repositories/game.repository.js';
import { SitePictures } from '../sites/site-pictures.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';

/** Minimum time between two stored viewer counts. Sites update their count once a minute. */
const VIEWERS_INTERVAL_MS = 50_000;

/** Whether the stream has chapter data. Some sites have no titles and no categories. */
const hasMetadata = ({ title, category }: ChannelStream): boolean => title !== '' || category !== null;

/** Stores chapters and viewer counts of a broadcast with the site's time stamps. */
@Injectable()
export class StreamMetadata {
  constructor(
    private readonly rows: StreamMetadataRepository,
    private readonly games: GameRepository,
    private readonly pictures: SitePictures,
    private readonly notifier: UiNotifier,
  ) {}

  /** Records what the channel shows while `vodUuid` is recorded. Ignores repeated and outdated data. */
  async record(vodUuid: string, stream: ChannelStream): Promise<void> {
    if (hasMetadata(stream)) await this.saveChapter(vodUuid, stream);
    const { viewers, at } = stream;
    if (viewers === null) return;
    const last = await this.rows.lastViewers(vodUuid);
    if (at - (last?.at ?? 0) >= VIEWERS_INTERVAL_MS) await this.rows.addViewers({ vodUuid, at, amount: viewers });
  }

  private async saveChapter(vodUuid: string, { title, category, isMature, at }: ChannelStream): Promise<void> {
    const last = await this.rows.lastChapter(vodUuid);
    if (!isNewChapter(last, { title, category, isMature }) || at <= (last?.at ?? 0)) return;
    const channelUuid = await this.rows.addChapter({ vodUuid, at, title, category, isMature });
    await this.games.saveOf({ vodUuid, category, at });
    if (category) this.pictures.fetchInBackground(category.boxArtUrl);
    this.notifier.notify('vod', vodUuid, { actions: ['chapter_update'] });
    // The channel's own notification came before its new chapter was stored, so notify again.
    if (channelUuid !== null) this.notifier.notify('channel', channelUuid);
  }
}
