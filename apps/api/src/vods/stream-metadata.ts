import { isNewChapter } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { type ChannelStream } from '../persistence/entities/channel-site.js';
import { GameRepository } from '../persistence/repositories/game.repository.js';
import { SitePictures } from '../sites/site-pictures.js';
import { StreamMetadataRepository } from '../persistence/repositories/stream-metadata.repository.js';

/** Samples closer than this tell nothing new; sites themselves count once a minute. */
const VIEWERS_MS = 50_000;

/** A site without titles and categories makes no chapters. */
const tells = ({ title, category }: ChannelStream): boolean => title !== '' || category !== null;

/** Chapters and viewers of a broadcast by the site's own time stamps. */
@Injectable()
export class StreamMetadata {
  constructor(
    private readonly rows: StreamMetadataRepository,
    private readonly games: GameRepository,
    private readonly pictures: SitePictures,
    private readonly notifier: UiNotifier,
  ) {}

  /**
   * The channel shows this while `vodUuid` is recorded; the same again changes nothing, and an older word than the last
   * comes too late.
   */
  async record(vodUuid: string, stream: ChannelStream): Promise<void> {
    if (tells(stream)) await this.chapter(vodUuid, stream);
    const { viewers, at } = stream;
    if (viewers === null) return;
    const counted = await this.rows.lastViewers(vodUuid);
    if (at - (counted?.at ?? 0) >= VIEWERS_MS) await this.rows.addViewers({ vodUuid, at, amount: viewers });
  }

  private async chapter(vodUuid: string, { title, category, isMature, at }: ChannelStream): Promise<void> {
    const last = await this.rows.lastChapter(vodUuid);
    if (!isNewChapter(last, { title, category, isMature }) || at <= (last?.at ?? 0)) return;
    const channelUuid = await this.rows.addChapter({ vodUuid, at, title, category, isMature });
    await this.games.saveOf({ vodUuid, category, at });
    if (category) this.pictures.want(category.boxArtUrl);
    this.notifier.notify('vod', vodUuid, { actions: ['chapter_update'] });
    // What it shows was notified of the channel a moment ago, when its chapter was still the one before.
    if (channelUuid !== null) this.notifier.notify('channel', channelUuid);
  }
}
