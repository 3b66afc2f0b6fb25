import { Injectable } from '@nestjs/common';
import { MediaResolver, type ResolvedMedia } from '../http/ports.js';
import { CHAT_FILE } from '../modules/vod/vod-chat.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { SitePictures } from '../pictures/site-pictures.js';
import { LivePictures } from '../watch/live-pictures.js';

const MIME: Readonly<Record<string, string>> = { mp4: 'video/mp4', mkv: 'video/x-matroska', mov: 'video/quicktime', m4a: 'audio/mp4' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which object stands behind v0's static addresses: files by their name, thumbnails by their VOD (spec L212). */
@Injectable()
export class LibraryPaths implements MediaResolver {
  constructor(private readonly vods: VodRepository, private readonly pictures: LivePictures, private readonly sitePictures: SitePictures) {}

  resolve(urlPath: string): Promise<ResolvedMedia | null> {
    const [root, ...rest] = urlPath.split('/').filter((w) => w !== '');
    if (root === 'vods') return this.file(rest);
    if (root === 'cache' && rest[0] === 'pictures') return this.sitePictures.of(rest[1] ?? '');
    if (root === 'cache' && rest[0] === 'thumbs') return this.thumb(rest[1] ?? '');
    return Promise.resolve(null);
  }

  private async file(path: readonly string[]): Promise<ResolvedMedia | null> {
    const [channel, basename] = path;
    if (channel === undefined || basename === undefined || path.length !== 2) return null;
    if (basename.endsWith(CHAT_FILE)) return this.chat(channel, basename.slice(0, -CHAT_FILE.length));
    const file = await this.vods.fileByName(basename);
    const vod = file ? await this.vods.find(file.vodUuid) : null;
    const type = MIME[basename.slice(basename.lastIndexOf('.') + 1)];
    return file && vod?.channelName === channel && type !== undefined ? { key: file.key, contentType: type } : null;
  }

  /** The finished chat stands beside the video (server-behaviour 1.11). */
  private async chat(channel: string, basename: string): Promise<ResolvedMedia | null> {
    const vod = await this.vods.byBasename(basename);
    const file = vod?.channelName === channel ? vod.chat?.file : null;
    return file ? { key: file.key, contentType: 'application/json' } : null;
  }

  private async thumb(name: string): Promise<ResolvedMedia | null> {
    const uuid = name.replace(/\.jpg$/, '');
    if (!UUID.test(uuid)) return null;
    const key = (await this.fileThumb(uuid)) ?? (await this.livePicture(uuid));
    return key === null ? null : { key, contentType: 'image/jpeg' };
  }

  private async fileThumb(uuid: string): Promise<string | null> {
    return (await this.vods.files([uuid])).find((f) => f.thumbKey !== null)?.thumbKey ?? null;
  }

  private async livePicture(uuid: string): Promise<string | null> {
    const vod = await this.vods.find(uuid);
    return vod?.state === 'capturing' || vod?.state === 'paused' ? this.pictures.keyOf(uuid) : null;
  }
}
