import { z } from 'zod';
import { type Listing, type PastOwner } from '../../kit/video-archive.js';

// Fields that videos and clips of both APIs share.
export const text = z.string().catch('');
/** A time; an item without a valid one is invalid. */
export const stamp = z
  .string()
  .transform((value) => new Date(value))
  .refine((at) => !Number.isNaN(at.getTime()));

/** An account in the web player's API; a deleted one is null. */
export const Owner = z.object({ id: text, login: text, displayName: text }).nullable().catch(null);
export const ownerOf = (owner: z.infer<typeof Owner>): PastOwner => owner ?? { id: '', login: '', displayName: '' };

/** A page of a list in the web player's API. */
export const Connection = z.object({
  edges: z.array(z.object({ cursor: z.string().nullish(), node: z.unknown() })),
  pageInfo: z.object({ hasNextPage: z.boolean() }).nullish(),
});

/** Converts a page. The cursor is that of the last edge. Omits invalid rows. */
export function listingOf<R, T>(
  { edges, pageInfo }: z.infer<typeof Connection>,
  row: z.ZodType<R>,
  of: (row: R) => T,
): Listing<T> {
  const rows = edges.flatMap(({ node }) => {
    const read = row.safeParse(node);
    return read.success ? [of(read.data)] : [];
  });
  return { rows, cursor: pageInfo?.hasNextPage === true ? (edges.at(-1)?.cursor ?? null) : null };
}

/** The address of a clip's page. */
export const clipUrl = (slug: string): string => `https://clips.twitch.tv/${slug}`;

/** The address of a video's page. */
export const videoUrl = (id: string): string => `https://www.twitch.tv/videos/${id}`;

/** Whether a video is unfinished: its thumbnail is missing or a placeholder. */
export const isProcessing = (thumbnail: string): boolean => thumbnail === '' || thumbnail.includes('/404_processing_');

/**
 * Converts a thumbnail address into a template: Helix writes `%{width}` for videos and `{width}` elsewhere; GQL uses a
 * fixed size.
 */
export const withBraces = (thumbnail: string): string =>
  thumbnail.replaceAll('%{', '{').replace(/-\d+x\d+(?=\.\w+$)/, '-{width}x{height}');
