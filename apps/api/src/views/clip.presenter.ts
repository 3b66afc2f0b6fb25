import { type Clip, type VideoMetadata, type View } from '#libs/contracts';
import { type ClipEntity } from '../persistence/entities/clip.entity.js';
import { type CheckedClip } from '../persistence/repositories/clip-check.repository.js';
import { extensionOf, mediaAddress, thumbName } from './media-address.js';

/** A saved clip in v0's format. */
export function presentClip(
  clip: ClipEntity,
  { basepath, damaged = [] }: { readonly basepath: string; readonly damaged?: CheckedClip['damaged'] | undefined },
): View<typeof Clip> {
  const {
    uuid,
    folder,
    basename,
    channelName,
    channelUuid,
    title,
    sizeBytes,
    thumbKey,
    siteClip,
    sourceUrl,
    createdAt,
    savedAt,
    missingSince,
  } = clip;
  const metadata = clip.metadata ?? unmeasured(clip);
  return {
    uuid,
    folder,
    basename,
    extension: extensionOf(basename),
    channel: channelName,
    channel_uuid: channelUuid,
    title,
    duration: metadata.duration,
    size: sizeBytes,
    video_metadata: metadata,
    ...(thumbKey !== null && { thumbnail: thumbName(uuid, thumbKey) }),
    ...(siteClip && { clip_metadata: siteClip }),
    url: mediaAddress(basepath, 'saved_clips', folder, basename),
    source_url: sourceUrl,
    created_at: createdAt.toISOString(),
    saved_at: savedAt.toISOString(),
    missing: missingSince !== null,
    ...(damaged.length > 0 && { damaged: damaged.map(({ name, fault }) => ({ name, text: fault })) }),
  };
}

/** Metadata of a clip that is not analysed yet: its size, and its length from the site. */
function unmeasured({ basename, sizeBytes, durationMs }: ClipEntity): VideoMetadata {
  const seconds = Math.round(durationMs / 1000);
  return {
    type: 'video',
    container: extensionOf(basename),
    size: sizeBytes,
    duration: seconds,
    full_duration: seconds,
    bitrate: seconds === 0 ? 0 : Math.round((sizeBytes * 8) / seconds),
  };
}
