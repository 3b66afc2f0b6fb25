import { Injectable } from '@nestjs/common';
import { MediaResolver, type ResolvedMedia } from '../../platform/storage/ports.js';
import { NameRepository } from '../../persistence/repositories/name.repository.js';
import { SAVED_VODS } from '../../library/library-place.js';
import { DOWNLOADED_CHAT } from '../../library/vod-file-list.js';
import { CHAT_FILE } from '../../persistence/entities/vod-chat.js';
import { sideFileName } from '../../persistence/entities/side-file.js';
import { subtitlesName } from '../../persistence/entities/file.entity.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';
import { SitePictures } from '../../sites/site-pictures.js';
import { VodViews } from '../../views/vod-views.js';
import { presentVodJson } from '../../views/vod-json.presenter.js';
import { StreamMetadataRepository } from '../../persistence/repositories/stream-metadata.repository.js';
import { LivePictures } from '../../vods/live-pictures.js';
import { contentTypeOf, SavedMedia } from './saved-media.js';

/** `folder`: null matches any folder. */
interface VodPath {
  readonly channel: string;
  readonly folder: string | null;
  readonly basename: string;
  /** Matches only VODs that are archived. */
  readonly isSaved: boolean;
}
/**
 * v0's file with the metadata of a VOD. Vodkeep generates it from the rows on request and does not store it in the
 * library: a stored copy would be outdated with the next viewer count.
 */
const VOD_JSON = '.json';
/**
 * Name suffixes of the files next to a video. `x_chat.json` may also be the metadata of a VOD with the name `x_chat`.
 */
const COMPANION_ENDINGS = [CHAT_FILE, DOWNLOADED_CHAT, VOD_JSON] as const;
const SIDE_FILE = /(\.nfo|-thumb\.[a-z]+|-contact_sheet\.png)$/;
const SUBTITLES = '.vtt';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Maps v0's media URLs to objects: files by name, thumbnails by VOD (docs/reference/v0-api.md#media-addresses). */
@Injectable()
export class LibraryPaths implements MediaResolver {
  constructor(
    private readonly vods: VodRepository,
    private readonly names: NameRepository,
    private readonly pictures: LivePictures,
    private readonly sitePictures: SitePictures,
    private readonly saved: SavedMedia,
    private readonly views: VodViews,
    private readonly metadata: StreamMetadataRepository,
  ) {}

  resolve(urlPath: string): Promise<ResolvedMedia | null> {
    const [root, ...rest] = urlPath.split('/').filter((w) => w !== '');
    if (root === 'vods') return this.vodOrLocalVideo(rest);
    if (root === SAVED_VODS) return this.savedVod(rest);
    if (root === 'saved_clips') return this.saved.clip(rest);
    if (root === 'cache' && rest[0] === 'pictures') return this.sitePictures.find(rest[1] ?? '');
    if (root === 'cache' && rest[0] === 'thumbs') return this.thumb(rest[1] ?? '');
    return Promise.resolve(null);
  }

  private async vodOrLocalVideo(path: readonly string[]): Promise<ResolvedMedia | null> {
    return (await this.file(path, false)) ?? (path.length < 2 ? null : this.saved.localVideo(path));
  }

  /** Resolves archived VODs, under the same path as below `vods`, and chats that belong to no VOD. */
  private async savedVod(path: readonly string[]): Promise<ResolvedMedia | null> {
    return (await this.file(path, true)) ?? this.saved.chat(path);
  }

  /** @param path channel, folders and name; URLs from before folders existed have no folder and stay valid */
  private async file(path: readonly string[], isSaved: boolean): Promise<ResolvedMedia | null> {
    const [channel, basename] = [path[0], path.at(-1)];
    if (channel === undefined || basename === undefined || path.length < 2) return null;
    const place = { channel, folder: path.length === 2 ? null : path.slice(1, -1).join('/'), basename, isSaved };
    const companion = await this.companion(place);
    if (companion) return companion;
    const key = basename.endsWith(SUBTITLES) ? await this.subtitlesKey(place) : (await this.names.fileAt(place))?.key;
    return key === undefined ? null : { key, contentType: contentTypeOf(basename) };
  }

  private async companion(place: VodPath): Promise<ResolvedMedia | null> {
    const { basename } = place;
    for (const ending of COMPANION_ENDINGS) {
      const vod = basename.endsWith(ending)
        ? await this.vodAt({ ...place, basename: basename.slice(0, -ending.length) })
        : null;
      const found = vod && (await this.chatOrJson(vod, ending));
      if (found) return found;
    }
    return this.sideFile(place);
  }

  private async sideFile(place: VodPath): Promise<ResolvedMedia | null> {
    const stem = place.basename.replace(SIDE_FILE, '');
    const vod = stem === place.basename ? null : await this.vodAt({ ...place, basename: stem });
    const file = vod?.sideFiles.find((one) => sideFileName(stem, one) === place.basename);
    return file ? { key: file.key, contentType: contentTypeOf(place.basename) } : null;
  }

  private async subtitlesKey(place: VodPath): Promise<string | undefined> {
    const file = await this.names.fileWithSubtitlesAt(place);
    return file?.subtitles.find((one) => subtitlesName(file.basename, one) === place.basename)?.key;
  }

  private async vodAt({ channel, folder, basename, isSaved }: VodPath): Promise<VodEntity | null> {
    const vod = await this.vods.byBasename(basename);
    const isThere = vod?.channelName === channel && (folder === null || folder === vod.folder);
    return isThere && (!isSaved || vod.archivedAt !== null) ? vod : null;
  }

  /** Resolves finished chats and v0's JSON of a VOD (docs/reference/v0-api.md#files-of-a-vod). */
  private async chatOrJson(vod: VodEntity, ending: (typeof COMPANION_ENDINGS)[number]): Promise<ResolvedMedia | null> {
    if (ending === VOD_JSON) {
      const [view, { viewers }] = await Promise.all([this.views.one(vod.uuid), this.metadata.allRows(vod.uuid)]);
      return view && { json: presentVodJson(view, viewers) };
    }
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
