import { Injectable } from '@nestjs/common';
import { Channel, type View } from '#libs/contracts';
import { type Language } from '../i18n/language.js';
import { localizeView } from '../i18n/localize-view.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { ChannelViews } from './channel-views.js';

/** No stamp of the database: what holds while a VOD is under way holds no longer than that. */
const AT_WORK = 'at work';

/** A channel, and as JSON in each language that was asked for. */
interface CachedTexts {
  readonly stamp: string;
  readonly view: View<typeof Channel>;
  readonly texts: Map<Language, string>;
}

/**
 * The list of channels that a page begins with, as JSON, made anew only where something changed: of a thousand channels
 * few did since the last check. What it hangs on is asked of the database each time, so nothing that is kept is ever
 * old. Those with a VOD under way are always made anew.
 */
@Injectable()
export class ChannelListCache {
  private cached = new Map<string, CachedTexts>();
  /** The whole list by language, while no channel changes. */
  private lists = new Map<Language, Buffer>();

  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly views: ChannelViews,
  ) {}

  /** A JSON list, by name: each channel in its short form, with the VODs alone that something still happens to. */
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
    const old = stamps
      .filter(({ uuid, stamp }) => busy.has(uuid) || this.cached.get(uuid)?.stamp !== stamp)
      .map(({ uuid }) => uuid);
    // Their order hangs on their rows too.
    if (old.length === 0 && stamps.length === this.cached.size) return;
    const fresh = new Map(
      (old.length === 0 ? [] : await this.views.short(old)).map((channel) => [channel.uuid, channel]),
    );
    const next = new Map<string, CachedTexts>();
    for (const { uuid, stamp } of stamps) {
      const view = fresh.get(uuid);
      const cached =
        view === undefined
          ? this.cached.get(uuid)
          : { stamp: busy.has(uuid) ? AT_WORK : stamp, view, texts: new Map<Language, string>() };
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
