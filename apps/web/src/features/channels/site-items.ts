import { type siteVideos } from '#libs/contracts';
import { z } from 'zod';

export type SiteVideo = z.infer<(typeof siteVideos)['data']>[number];

/** What a site's own API tells of a clip, as far as it is shown. `duration` in s. */
const SiteClip = z.object({ id: z.string(), url: z.string(), title: z.string().catch(''), creator_name: z.string().catch(''), view_count: z.number().catch(0), created_at: z.string().nullable().catch(null), duration: z.number().catch(0), thumbnail_url: z.string().catch('') });
export type SiteClip = z.infer<typeof SiteClip>;

/** Those that can be downloaded: without id and address there is nothing to ask for. */
export const readSiteClips = (raw: readonly unknown[]): SiteClip[] => raw.flatMap((clip) => { const read = SiteClip.safeParse(clip); return read.success ? [read.data] : []; });

/** Sites write the size into the address of a thumbnail in either form (spec M8): `%{width}x%{height}` or `{width}x{height}`. Empty while the site has made none. */
export const thumbnailOf = (template: string, [width, height]: readonly [number, number]): string => template.replace(/%?\{width\}/g, String(width)).replace(/%?\{height\}/g, String(height));

export const mutedCount = (video: Pick<SiteVideo, 'muted_segments'>): number => video.muted_segments?.length ?? 0;
