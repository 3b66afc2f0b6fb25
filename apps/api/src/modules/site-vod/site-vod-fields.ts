import { type PastVideo } from '#libs/providers';
import { type SiteVod } from '../../persistence/entities/site-vod.js';

/** Maps a site's video to the fields of its VOD. Fields that the site does not report stay unchanged. */
export function siteVodFields(video: PastVideo): Partial<SiteVod> {
  const ranges = video.mutedRanges?.map(({ offsetMs, durationMs }) => ({ offsetMs, durMs: durationMs }));
  return {
    id: video.id,
    title: video.title,
    createdAt: video.createdAt.getTime(),
    durationMs: video.durationMs,
    exists: 'yes',
    neverSaved: false,
    matchedAt: Date.now(),
    ...(ranges ? { muted: ranges.length > 0 ? ('yes' as const) : ('no' as const), mutedRanges: ranges } : {}),
  };
}
