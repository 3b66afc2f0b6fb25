import { objectKeys } from '#libs/contracts';
import { STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Inject, Injectable } from '@nestjs/common';
import { type StoredMedia } from '../../platform/storage/ports.js';
import { companionOfClip } from '../../persistence/entities/clip-place.js';
import { ClipRepository } from '../../persistence/repositories/clip.repository.js';
import { LocalVideoRepository } from '../../persistence/repositories/local-video.repository.js';
import { SAVED_CHATS } from '../../library/library-place.js';
import { extensionOf } from '../../views/media-address.js';
import { libraryKey } from '../../platform/storage/library-key.js';
import { isSavedChat, savedChatKeys } from '../../library/saved-chat-keys.js';

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  ts: 'video/mp2t',
  m4a: 'audio/mp4',
  json: 'application/json',
  mp3: 'audio/mpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  vtt: 'text/vtt',
};
/** Returns the content type for a file extension; unknown extensions are `application/octet-stream`. */
export const contentTypeOf = (name: string): string =>
  TYPES[extensionOf(name).toLowerCase()] ?? 'application/octet-stream';

/** Resolves media without a VOD: saved clips and chats, local videos, and their thumbnails. */
@Injectable()
export class SavedMedia {
  constructor(
    private readonly clips: ClipRepository,
    private readonly videos: LocalVideoRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Resolves clips and the files next to them. @param path below `saved_clips/` */
  async clip(path: readonly string[]): Promise<StoredMedia | null> {
    const [folder, basename] = [path.slice(0, -1).join('/'), path.at(-1) ?? ''];
    const clip = await this.clips.byPlace({ folder, basename });
    if (clip) return clip.missingSince ? null : { key: clip.key, contentType: contentTypeOf(basename) };
    const beside = companionOfClip(basename);
    const of = beside && (await this.clips.byPlace({ folder, basename: beside.clip }));
    const key = of && objectKeys.clipFile(of.uuid, beside.name);
    return key !== null && (await this.storage.head(key)) ? { key, contentType: contentTypeOf(basename) } : null;
  }

  /**
   * Resolves a downloaded or recorded chat that belongs to no VOD. With a library it is found by its library name, in a
   * bucket by its object; the key of a recorded chat contains the run that made it.
   * @param path below `saved_vods/`
   */
  async chat([name = '', ...rest]: readonly string[]): Promise<StoredMedia | null> {
    if (rest.length > 0 || !isSavedChat(name)) return null;
    const contentType = contentTypeOf(name);
    const libraryPath = SAVED_CHATS + name;
    if (await this.storage.library?.head(libraryPath)) return { key: libraryKey(libraryPath), contentType };
    const [key] = await savedChatKeys(this.storage, name);
    return key === undefined ? null : { key, contentType };
  }

  /** @param path channel, folders and name */
  async localVideo(path: readonly string[]): Promise<StoredMedia | null> {
    const [channel = '', ...rest] = path;
    const place = this.storage.library
      ? [this.storage.library.pathOf({ channel, name: 'any' }).split('/')[0], ...rest].join('/')
      : objectKeys.imports(channel) + rest.join('/');
    const video = await this.videos.byPath(place);
    return (
      video && {
        key: this.storage.library ? libraryKey(video.path) : video.path,
        contentType: contentTypeOf(video.basename),
      }
    );
  }

  /** @param uuid uuid of a clip or a local video */
  async thumb(uuid: string): Promise<StoredMedia | null> {
    const key = (await this.clips.find(uuid))?.thumbKey ?? (await this.videos.find(uuid))?.thumbKey ?? null;
    return key === null ? null : { key, contentType: contentTypeOf(key) };
  }
}
