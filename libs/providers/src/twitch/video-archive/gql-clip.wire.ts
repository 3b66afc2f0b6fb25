import { ms } from '#libs/contracts';
import { z } from 'zod';
import { type ClipQuality, type Listing, type PastClip } from '../../kit/video-archive.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import { clipUrl, Connection, listingOf, Owner, ownerOf, stamp, text } from './archive-fields.wire.js';

// `clip` and `user { clips }` of https://gql.twitch.tv/gql, undocumented; fields as requested by the web player,
// streamlink and yt-dlp in Aug 2026 (docs/reference/twitch.md#gql).
const MINIMAL_FIELDS =
  'id slug title createdAt durationSeconds viewCount thumbnailURL curator { id login displayName } broadcaster { id login displayName } video { id } videoOffsetSeconds';
const ALL_FIELDS = `${MINIMAL_FIELDS} url language game { id }`;
const TOKEN_HASHES = [
  '36b89d2507fce29e5ca551df756d27c1cfe079e2609642b4390aa4c35796eb11',
  '993d9a5131f15a37bd16f32342c44ed1e0b1a9b968c6afdb662d2cddd595f6c5',
];
const TOKEN_QUERY = `query VideoAccessToken_Clip($slug: ID!, $platform: String!) {
  clip(slug: $slug) { id playbackAccessToken(params: {platform: $platform, playerBackend: "mediaplayer", playerType: "clips-viewing"}) { signature value } videoQualities { frameRate quality sourceURL } }
}`;

/** The site's periods for a list of clips. */
export type ClipsPeriod = 'LAST_DAY' | 'LAST_WEEK' | 'LAST_MONTH' | 'ALL_TIME';

export const clipQuery = (slug: string): GqlOperation => {
  const query = (fields: string): string => `query VodkeepClip($slug: ID!) { clip(slug: $slug) { ${fields} } }`;
  return {
    operationName: 'VodkeepClip',
    variables: { slug },
    hashes: [],
    query: query(ALL_FIELDS),
    plainer: query(MINIMAL_FIELDS),
  };
};

export const clipsQuery = (
  userId: string,
  { first, after, period }: { readonly first: number; readonly after: string | null; readonly period: ClipsPeriod },
): GqlOperation => {
  const query = (fields: string): string =>
    `query VodkeepClips($id: ID!, $first: Int, $after: Cursor) { user(id: $id) { clips(first: $first, after: $after, criteria: {period: ${period}, sort: VIEWS_DESC}) { edges { cursor node { ${fields} } } pageInfo { hasNextPage } } } }`;
  return {
    operationName: 'VodkeepClips',
    variables: { id: userId, first, after },
    hashes: [],
    query: query(ALL_FIELDS),
    plainer: query(MINIMAL_FIELDS),
  };
};

export const clipFilesQuery = (slug: string): GqlOperation => ({
  operationName: 'VideoAccessToken_Clip',
  variables: { slug, platform: 'web' },
  hashes: TOKEN_HASHES,
  query: TOKEN_QUERY,
});

const Clip = z.object({
  slug: z.string().min(1),
  title: text,
  url: text,
  createdAt: stamp,
  durationSeconds: z.number().catch(0),
  viewCount: z.number().catch(0),
  language: text,
  thumbnailURL: text,
  curator: Owner,
  broadcaster: Owner,
  game: z.object({ id: z.string() }).nullable().catch(null),
  video: z.object({ id: z.string() }).nullable().catch(null),
  videoOffsetSeconds: z.number().nullable().catch(null),
});
const Clips = z.object({ user: z.object({ clips: Connection }).nullable() });
const Files = z.object({
  playbackAccessToken: z.object({ signature: z.string(), value: z.string() }),
  videoQualities: z.array(z.object({ quality: z.string(), frameRate: z.number().catch(0), sourceURL: z.string() })),
});

function clipOf({
  slug,
  url,
  curator,
  broadcaster,
  durationSeconds,
  thumbnailURL,
  language,
  game,
  video,
  videoOffsetSeconds,
  ...same
}: z.infer<typeof Clip>): PastClip {
  return {
    ...same,
    id: slug,
    url: url || clipUrl(slug),
    creator: ownerOf(curator),
    broadcaster: ownerOf(broadcaster),
    durationMs: ms(durationSeconds * 1000),
    thumbnailUrl: thumbnailURL,
    language: language.toLowerCase(),
    categoryId: game?.id ?? null,
    videoId: video?.id ?? null,
    vodOffsetMs: videoOffsetSeconds === null ? null : ms(videoOffsetSeconds * 1000),
  };
}

/** @returns null if the clip does not exist; undefined if the response is invalid */
export function readClip(data: Readonly<Record<string, unknown>>): PastClip | null | undefined {
  if (data['clip'] === null) return null;
  const read = Clip.safeParse(data['clip']);
  return read.success ? clipOf(read.data) : undefined;
}

/** @returns null if the data is not a list of clips; the list of an unknown account is empty */
export function readClips(data: Readonly<Record<string, unknown>>): Listing<PastClip> | null {
  const read = Clips.safeParse(data);
  if (!read.success) return null;
  return read.data.user ? listingOf(read.data.user.clips, Clip, clipOf) : { rows: [], cursor: null };
}

/**
 * Reads the signed files of a clip, best first.
 * @returns null if the clip does not exist; undefined if the response is invalid
 */
export function readClipFiles(data: Readonly<Record<string, unknown>>): readonly ClipQuality[] | null | undefined {
  if (data['clip'] === null) return null;
  const read = Files.safeParse(data['clip']);
  if (!read.success) return undefined;
  const {
    playbackAccessToken: { signature, value },
    videoQualities,
  } = read.data;
  return videoQualities
    .filter(({ sourceURL }) => sourceURL !== '')
    .map(({ quality, frameRate, sourceURL }) => {
      const fps = Math.round(frameRate);
      return {
        name: `${quality}p${fps > 30 ? String(fps) : ''}`,
        height: Number.parseInt(quality, 10) || 0,
        fps,
        url: signed(sourceURL, signature, value),
      };
    })
    .sort((a, b) => b.height - a.height || b.fps - a.fps);
}

const signed = (url: string, signature: string, token: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}sig=${encodeURIComponent(signature)}&token=${encodeURIComponent(token)}`;
