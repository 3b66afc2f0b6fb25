import { Injectable } from '@nestjs/common';
import { MediaResolver, type ResolvedMedia } from '../http/ports.js';
import { NameRepository } from '../modules/naming/name.repository.js';
import { DOWNLOADED_CHAT } from '../modules/naming/shown-files.js';
import { CHAT_FILE } from '../modules/vod/vod-chat.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { SitePictures } from '../pictures/site-pictures.js';
import { LivePictures } from '../watch/live-pictures.js';
import { contentTypeOf, SavedMedia } from './saved-media.js';

/** `folder`: null for any. */
interface Place { readonly channel: string; readonly folder: string | null; readonly basename: string }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which object stands behind v0's static addresses: files by their name, thumbnails by their VOD (spec L212). */
@Injectable()
export class LibraryPaths implements MediaResolver {
  constructor(private readonly vods: VodRepository, private readonly names: NameRepository, private readonly pictures: LivePictures, private readonly sitePictures: SitePictures, private readonly saved: SavedMedia) {}

  resolve(urlPath: string): Promise<ResolvedMedia | null> {
    const [root, ...rest] = urlPath.split('/').filter((w) => w !== '');
    if (root === 'vods') return this.file(rest);
    if (root === 'saved_clips') return this.saved.clip(rest);
    if (root === 'cache' && rest[0] === 'pictures') return this.sitePictures.of(rest[1] ?? '');
    if (root === 'cache' && rest[0] === 'thumbs') return this.thumb(rest[1] ?? '');
    return Promise.resolve(null);
  }

  /** @param path channel, folders and name; addresses of before there were folders have none, and go on being good */
  private async file(path: readonly string[]): Promise<ResolvedMedia | null> {
    const [channel, basename] = [path[0], path.at(-1)];
    if (channel === undefined || basename === undefined || path.length < 2) return null;
    const place = { channel, folder: path.length === 2 ? null : path.slice(1, -1).join('/'), basename };
    for (const ending of [CHAT_FILE, DOWNLOADED_CHAT]) if (basename.endsWith(ending)) return this.chat({ ...place, basename: basename.slice(0, -ending.length) }, ending);
    const file = await this.names.fileAt(place);
    return file ? { key: file.key, contentType: contentTypeOf(basename) } : this.saved.localVideo(path);
  }

  /** The finished chat stands beside the video (server-behaviour 1.11). */
  private async chat({ channel, folder, basename }: Place, ending: string): Promise<ResolvedMedia | null> {
    const vod = await this.vods.byBasename(basename);
    if (vod?.channelName !== channel || (folder !== null && folder !== vod.folder)) return null;
    const file = ending === CHAT_FILE ? vod.chat?.file : vod.downloadedChat;
    return file ? { key: file.key, contentType: 'application/json' } : null;
  }

  private async thumb(name: string): Promise<ResolvedMedia | null> {
    const uuid = name.replace(/\.(jpg|png|webp)$/, '');
    if (!UUID.test(uuid)) return null;
    const key = (await this.fileThumb(uuid)) ?? (await this.livePicture(uuid));
    return key === null ? this.saved.thumb(uuid) : { key, contentType: contentTypeOf(key) };
  }

  private async fileThumb(uuid: string): Promise<string | null> {
    return (await this.vods.files([uuid])).find((f) => f.thumbKey !== null)?.thumbKey ?? null;
  }

  private async livePicture(uuid: string): Promise<string | null> {
    const vod = await this.vods.find(uuid);
    return vod?.state === 'capturing' || vod?.state === 'paused' ? this.pictures.keyOf(uuid) : null;
  }
}
