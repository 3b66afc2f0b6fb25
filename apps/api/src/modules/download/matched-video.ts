import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Stretch, stretchOf } from '../../persistence/entities/stream-id.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';

/**
 * Returns the video that a VOD is matched with, and the range of it that belongs to the VOD. If the VOD was downloaded
 * from this video, that is the downloaded range; otherwise it is the whole video.
 * @throws UserError `no-site-vod`
 */
export function matchedVideoOf({
  siteVod,
  streamId,
  download,
}: Pick<VodEntity, 'siteVod' | 'streamId' | 'download'>): Stretch & { readonly videoId: string } {
  const videoId = siteVod?.id;
  if (!videoId) throw new UserError(message('error.no-site-vod.twitch-vod-id'));
  return { videoId, ...stretchOf({ streamId, download: download?.videoId === videoId ? download : null }) };
}
