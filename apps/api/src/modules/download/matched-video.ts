import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Stretch, stretchOf } from '../../persistence/entities/stream-id.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';

/**
 * What of which video at its site is a VOD's own: the one that it is matched with. Of that, the stretch that the VOD
 * was made of, where it was made of this one; a stretch of another video says nothing of it, so
 * then all of it is.
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
