import { withFaults } from '../answer-fault.js';
import { channelBadges, GLOBAL_BADGES, IMAGE_HOST, type BadgeVersion } from '../emotes/badge-data.js';
import { isAnimatedEmote } from '../emotes/twitch-emotes.js';
import type { SitePorts } from '../site-ports.js';
import type { Site, SiteExchange } from '../site.js';
import { CATEGORIES } from '../world.js';
import { drawAvatar, drawBoxArt, scene } from './draw-scene.js';
import { drawBadge } from './draw-badge.js';
import { twitchEmotePicture } from './emote-picture.js';
import { stillPicture, type PictureBytes, type PictureSize } from './picture.js';
import { drawn, sendPicture } from './send-picture.js';

/** Twitch makes a new preview every few minutes. */
const PREVIEW_EVERY_MS = 300_000;
const MAX_PX = 2000;
const BADGE_PX = 18;
const BADGE_SCALES: Readonly<Record<string, number>> = { 1: 1, 2: 2, 3: 4 };

/** A requested size; null if it is invalid or unsupported. */
function sizeOf(width: string | undefined, height: string | undefined): PictureSize | null {
  const size = { width: Number(width), height: Number(height) };
  return size.width >= 1 && size.height >= 1 && size.width <= MAX_PX && size.height <= MAX_PX ? size : null;
}

type Found = Promise<PictureBytes> | null;

/** static-cdn.jtvnw.net: emotes, badges, box art, profile images, previews (docs/reference/twitch.md#chat-pictures). */
class StaticCdn implements Site {
  readonly hosts = [IMAGE_HOST];
  readonly handle: Site['handle'];
  private readonly badges: ReadonlyMap<string, BadgeVersion>;
  private readonly categories = new Map(CATEGORIES.map(({ id, name }) => [id, name]));

  constructor({ world, faults }: SitePorts) {
    this.badges = new Map(
      [...GLOBAL_BADGES, ...world.channels.flatMap(({ userId }) => channelBadges(userId))].map((badge) => [
        badge.uuid,
        badge,
      ]),
    );
    const learn = (): void => {
      for (const { category } of world.channels) if (category) this.categories.set(category.id, category.name);
    };
    learn();
    world.on('update', learn);
    this.handle = withFaults(faults, 'images', async (exchange) => {
      const live = /^\/previews-ttv\/live_user_([a-z0-9_]+)-(\d+)x(\d+)\.jpg$/.exec(exchange.url.pathname);
      const channel = live && world.byLogin(live[1] ?? '');
      if (!live) {
        sendPicture(exchange, await this.find(exchange));
        return;
      }
      if (channel && world.isLive(channel)) {
        sendPicture(exchange, await preview(channel.login, sizeOf(live[2], live[3])), PREVIEW_EVERY_MS / 1000);
        return;
      }
      exchange.response
        .writeHead(302, {
          location: `${exchange.base(IMAGE_HOST)}/ttv-static/404_preview-${live[2] ?? ''}x${live[3] ?? ''}.jpg`,
        })
        .end();
    });
  }

  private find({ url: { pathname } }: SiteExchange): Found {
    const [, folder = ''] = pathname.split('/');
    if (folder === 'emoticons') return emote(pathname);
    if (folder === 'badges') return this.badge(pathname);
    return this.sized(pathname);
  }

  private badge(pathname: string): Found {
    const [, uuid = '', step = ''] = /^\/badges\/v1\/([0-9a-f-]{36})\/(\d)$/.exec(pathname) ?? [];
    const [badge, scale] = [this.badges.get(uuid), BADGE_SCALES[step]];
    if (!badge || scale === undefined) return null;
    return drawn(pathname, () =>
      stillPicture(drawBadge(badge), { width: BADGE_PX * scale, height: BADGE_PX * scale }, 'png'),
    );
  }

  /** Images whose name contains their size: box art, profile images, thumbnails of VODs and clips. */
  private sized(pathname: string): Found {
    const [, name = '', width, height, extension] = /^\/(.+?)(?:-|_|\.)(\d+)x(\d+)\.(jpe?g|png)$/.exec(pathname) ?? [];
    const size = sizeOf(width, height);
    if (!size) return null;
    const format = extension === 'png' ? 'png' : 'jpeg';
    const box = /^ttv-boxart\/(?:\.\/)?(\w+?)(?:_IGDB)?$/.exec(name)?.[1];
    if (box !== undefined) return this.boxArt(box, size);
    const avatar = /^jtv_user_pictures\/(.+)-profile_image$/.exec(name)?.[1];
    if (avatar !== undefined) return drawn(pathname, () => stillPicture(drawAvatar(avatar), size, format));
    return drawn(pathname, () =>
      stillPicture(() => scene(name, name.startsWith('ttv-static') ? 'OFFLINE' : '', 0), size, format),
    );
  }

  /** An unknown category has an image too, but without a name. */
  private boxArt(id: string, size: PictureSize): Found {
    const name = this.categories.get(id) ?? '';
    return drawn(`box ${id} ${name} ${String(size.width)}x${String(size.height)}`, () =>
      stillPicture(drawBoxArt(id, name), size, 'jpeg'),
    );
  }
}

/** `default` of an animated emote is animated; `animated` of a still emote returns 404. */
function emote(pathname: string): Found {
  const [, id = '', kind = '', scale = ''] =
    /^\/emoticons\/v2\/(\w+)\/(default|static|animated)\/(?:dark|light)\/([123])\.0$/.exec(pathname) ?? [];
  const isMoving = isAnimatedEmote(id);
  if (id === '' || (kind === 'animated' && !isMoving)) return null;
  const animated = isMoving && kind !== 'static';
  /* Scale 3.0 is four times the size of 1.0. */
  const times = scale === '3' ? 4 : Number(scale);
  return drawn(`twitch ${id} ${String(animated)} ${scale}`, () => twitchEmotePicture(id, { animated, scale: times }));
}

function preview(login: string, size: PictureSize | null): Promise<PictureBytes | null> {
  if (!size) return Promise.resolve(null);
  const slot = Math.floor(Date.now() / PREVIEW_EVERY_MS);
  return drawn(`preview ${login} ${String(slot)} ${String(size.width)}x${String(size.height)}`, () =>
    stillPicture(() => scene(login, login.replaceAll('_', ' '), slot * PREVIEW_EVERY_MS), size, 'jpeg'),
  );
}

export const staticCdnSite = (ports: SitePorts): Site => new StaticCdn(ports);
