import { Injectable } from '@nestjs/common';
import { Channel, type View } from '#libs/contracts';
import { type Language } from '../i18n/language.js';
import { localizeView } from '../i18n/localize-view.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { ChannelViews } from './channel-views.js';

/** Differs from every database stamp, so views of channels with unfinished VODs are never reused. */
const NEVER_CURRENT = 'at work';

/** A channel view and its JSON in each requested language. */
interface CachedTexts {
  readonly stamp: string;
  readonly view: View<typeof Channel>;
  readonly texts: Map<Language, string>;
}

/**
 * Caches the JSON list of channels that a page loads first. It only builds changed channels again, because few of a
 * thousand channels change between two requests. It reads the stamps of all channels from the database each time, so no
 * outdated data are returned. Channels with unfinished VODs are always built again.
 */
@Injectable()
export class ChannelListCache {
  private cached = new Map<string, CachedTexts>();
  /** The complete list by language, valid while no channel changes. */
  private lists = new Map<Language, Buffer>();

  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly views: ChannelViews,
  ) {}

  /** JSON list of all channels, sorted by name, in their short form with only unfinished VODs. */
  async list(language: Language): Promise<Buffer> {
    await this.renew();
    const known = this.lists.get(language);
    if (known) return known;
    const list = Buffer.from(`[${[...this.cached.values()].map((cached) => textIn(language, cached)).join(',')}]`);
    this.lists.set(language, list);
    return list;
  }

  private async renew(): Promise<void> {
    const [stamps, busy] = await Promise.all([this.channels.stamps(), this.vods.channelsAtWork()]);
    const outdated = stamps
      .filter(({ uuid, stamp }) => busy.has(uuid) || this.cached.get(uuid)?.stamp !== stamp)
      .map(({ uuid }) => uuid);
    // Renames change the stamps too, so the order is still valid.
    if (outdated.length === 0 && stamps.length === this.cached.size) return;
    const fresh = new Map(
      (outdated.length === 0 ? [] : await this.views.withUnfinishedVods(outdated)).map((channel) => [
        channel.uuid,
        channel,
      ]),
    );
    const next = new Map<string, CachedTexts>();
    for (const { uuid, stamp } of stamps) {
      const view = fresh.get(uuid);
      const cached =
        view === undefined
          ? this.cached.get(uuid)
          : { stamp: busy.has(uuid) ? NEVER_CURRENT : stamp, view, texts: new Map<Language, string>() };
      if (cached) next.set(uuid, cached);
    }
    this.cached = next;
    this.lists = new Map();
  }
}

function textIn(language: Language, { view, texts }: CachedTexts): string {
  const text = texts.get(language) ?? JSON.stringify(localizeView(language, Channel, view));
  texts.set(language, text);
  return text;
}
