import { z } from 'zod';
import { type Listing, type PastOwner } from '../../kit/past.js';

// What videos and clips of both interfaces have alike.
export const text = z.string().catch('');
/** A moment; without a readable one the thing itself is not readable. */
export const stamp = z
  .string()
  .transform((value) => new Date(value))
  .refine((at) => !Number.isNaN(at.getTime()));

/** An account of the web player's interface; one that is gone is null. */
export const Owner = z.object({ id: text, login: text, displayName: text }).nullable().catch(null);
export const ownerOf = (owner: z.infer<typeof Owner>): PastOwner => owner ?? { id: '', login: '', displayName: '' };

/** A page of a list of that interface. */
export const Connection = z.object({
  edges: z.array(z.object({ cursor: z.string().nullish(), node: z.unknown() })),
  pageInfo: z.object({ hasNextPage: z.boolean() }).nullish(),
});

/** Cursors stand at the last edge only. Rows that cannot be read are left out. */
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

/** The page of a clip. */
export const clipUrl = (slug: string): string => `https://clips.twitch.tv/${slug}`;

/** The page of a video. */
export const videoUrl = (id: string): string => `https://www.twitch.tv/videos/${id}`;

/** While a video is made its picture is missing, or one that says so. */
export const isProcessing = (thumbnail: string): boolean => thumbnail === '' || thumbnail.includes('/404_processing_');

/** Helix writes `%{width}` in pictures of videos and `{width}` in others; GQL some size. */
export const withBraces = (thumbnail: string): string =>
  thumbnail.replaceAll('%{', '{').replace(/-\d+x\d+(?=\.\w+$)/, '-{width}x{height}');
