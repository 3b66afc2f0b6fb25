import { Injectable } from '@nestjs/common';
import { Channel, type View } from '#libs/contracts';
import { type Language } from '../i18n/language.js';
import { localizeView } from '../i18n/localize-view.js';
import { ChannelRepository } from '../persistence/repositories/channel.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { ChannelViews } from './channel-views.js';
import { guestChannel } from './guest-channel.js';

/** Differs from every database stamp, so views of channels with unfinished VODs are never reused. */
const NEVER_CURRENT = 'at work';

/** For whom a text is. */
export interface Reader {
  readonly language: Language;
  readonly isGuest: boolean;
}
const keyOf = ({ language, isGuest }: Reader): string => `${language}${isGuest ? ' guest' : ''}`;

/** A channel view and its JSON for each kind of reader. */
interface CachedTexts {
  readonly stamp: string;
  readonly view: View<typeof Channel>;
  readonly texts: Map<string, string>;
}

/**
 * Caches the JSON list of channels that a page loads first. It only builds changed channels again, because few of a
 * thousand channels change between two requests. It reads the stamps of all channels from the database each time, so no
 * outdated data are returned. Channels with unfinished VODs are always built again.
 */
@Injectable()
export class ChannelListCache {
  private cached = new Map<string, CachedTexts>();
  /** The complete list by kind of reader, valid while no channel changes. */
  private lists = new Map<string, Buffer>();

  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly views: ChannelViews,
  ) {}

  /** JSON list of all channels, sorted by name, in their short form with only unfinished VODs. */
  async list(reader: Reader): Promise<Buffer> {
    await this.renew();
    const known = this.lists.get(keyOf(reader));
    if (known) return known;
    const list = Buffer.from(`[${[...this.cached.values()].map((cached) => textFor(reader, cached)).join(',')}]`);
    this.lists.set(keyOf(reader), list);
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
          : { stamp: busy.has(uuid) ? NEVER_CURRENT : stamp, view, texts: new Map<string, string>() };
      if (cached) next.set(uuid, cached);
    }
    this.cached = next;
    this.lists = new Map();
  }
}

function textFor(reader: Reader, { view, texts }: CachedTexts): string {
  const shown = reader.isGuest ? guestChannel(view) : view;
  const text = texts.get(keyOf(reader)) ?? JSON.stringify(localizeView(reader.language, Channel, shown));
  texts.set(keyOf(reader), text);
  return text;
}
