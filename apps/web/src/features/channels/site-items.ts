import { type siteVideos } from '#libs/contracts';
import { z } from 'zod';
import { parseClock } from '../../lib/clock-text.js';

export type SiteVideo = z.infer<(typeof siteVideos)['data']>[number];

/** The fields of a site's clip data that the page shows. `duration` in s. */
const SiteClip = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string().catch(''),
  creator_name: z.string().catch(''),
  view_count: z.number().catch(0),
  created_at: z.string().nullable().catch(null),
  duration: z.number().catch(0),
  /** Address of the image on this server. */
  picture: z.string().catch(''),
});
export type SiteClip = z.infer<typeof SiteClip>;

/** Clips that can be downloaded: without an id and an address there is nothing to request. */
export const readSiteClips = (raw: readonly unknown[]): SiteClip[] =>
  raw.flatMap((clip) => {
    const read = SiteClip.safeParse(clip);
    return read.success ? [read.data] : [];
  });

export const mutedCount = (video: Pick<SiteVideo, 'muted_segments'>): number => video.muted_segments?.length ?? 0;

/** Parses a range of the video; null if it is invalid. Empty fields mean from the start, or to the end. */
export function stretchOf({
  from,
  to,
}: {
  readonly from: string;
  readonly to: string;
}): { from?: number; to?: number } | null {
  const [begin, end] = [from, to].map((text) => (text.trim() === '' ? undefined : parseClock(text)));
  if (Number.isNaN(begin) || Number.isNaN(end) || (end !== undefined && end <= (begin ?? 0))) return null;
  return { ...(begin === undefined ? {} : { from: begin }), ...(end === undefined ? {} : { to: end }) };
}

/** Whether the download is possible. If the whole video exists already, only a range of it makes another VOD. */
export const canGet = ({ vod_uuid }: Pick<SiteVideo, 'vod_uuid'>, stretch: ReturnType<typeof stretchOf>): boolean =>
  stretch !== null && (vod_uuid === null || (stretch.from ?? 0) > 0 || stretch.to !== undefined);
