import { type LocalVideo, type View } from '#libs/contracts';
import { type LocalVideoEntity } from '../persistence/entities/local-video.entity.js';
import { extensionOf, mediaAddress, thumbName } from './media-address.js';

/**
 * A video in a channel's folder that is not a recording, in v0's format.
 * @param channel the channel's internal name
 */
export function presentLocalVideo(video: LocalVideoEntity, channel: string, basepath: string): View<typeof LocalVideo> {
  const { uuid, basename, path, sizeBytes, metadata, thumbKey, foundAt, fault } = video;
  return {
    uuid,
    basename,
    extension: extensionOf(basename),
    channel,
    duration: metadata?.duration ?? 0,
    size: sizeBytes,
    ...(metadata && { video_metadata: metadata }),
    ...(thumbKey !== null && { thumbnail: thumbName(uuid, thumbKey) }),
    url: mediaAddress(basepath, 'vods', channel, insideOf(path)),
    found_at: foundAt.toISOString(),
    fault: fault ?? '',
  };
}

/** Path inside the channel's folder: `<channel>/...` in the library, `library-import/<channel>/...` on S3. */
const insideOf = (path: string): string =>
  path
    .replace(/^library-import\//, '')
    .split('/')
    .slice(1)
    .join('/');
