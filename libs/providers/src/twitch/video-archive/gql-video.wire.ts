import { ms } from '#libs/contracts';
import { z } from 'zod';
import { type Listing, type PastVideo } from '../../kit/video-archive.js';
import { type GqlOperation } from '../gql/gql-operation.js';
import {
  Connection,
  listingOf,
  Owner,
  ownerOf,
  stamp,
  text,
  isProcessing,
  videoUrl,
  withBraces,
} from './archive-fields.wire.js';

// `video` and `user { videos }` of https://gql.twitch.tv/gql, undocumented; fields as requested by TwitchDownloader and
// the web player in Aug 2026 (docs/reference/twitch.md#gql).
const MINIMAL_FIELDS =
  'id title lengthSeconds createdAt viewCount owner { id login displayName } broadcastType status previewThumbnailURL(width: 320, height: 180)';
const ALL_FIELDS = `${MINIMAL_FIELDS} description language muteInfo { mutedSegmentConnection { nodes { offset duration } } }`;
/** None of the known fields contains the broadcast's id. */
const NO_STREAM = null;

export const videoQuery = (id: string): GqlOperation => {
  const query = (fields: string): string => `query VodkeepVideo($id: ID!) { video(id: $id) { ${fields} } }`;
  return {
    operationName: 'VodkeepVideo',
    variables: { id },
    hashes: [],
    query: query(ALL_FIELDS),
    plainer: query(MINIMAL_FIELDS),
  };
};

export const videosQuery = (userId: string, first: number, after: string | null): GqlOperation => {
  const query = (fields: string): string =>
    `query VodkeepVideos($id: ID!, $first: Int, $after: Cursor) { user(id: $id) { videos(first: $first, after: $after, sort: TIME) { edges { cursor node { ${fields} } } pageInfo { hasNextPage } } } }`;
  return {
    operationName: 'VodkeepVideos',
    variables: { id: userId, first, after },
    hashes: [],
    query: query(ALL_FIELDS),
    plainer: query(MINIMAL_FIELDS),
  };
};

/** @param ids digits; at most 100 */
export const existQuery = (ids: readonly string[]): GqlOperation => ({
  operationName: 'VodkeepExist',
  variables: {},
  hashes: [],
  query: `query VodkeepExist { ${ids.map((id) => `v${id}: video(id: "${id}") { id }`).join(' ')} }`,
});

const Video = z.object({
  id: z.string().min(1),
  title: text,
  description: text,
  language: text,
  createdAt: stamp,
  lengthSeconds: z.number().catch(0),
  viewCount: z.number().catch(0),
  owner: Owner,
  broadcastType: z.string().catch('ARCHIVE'),
  status: text,
  previewThumbnailURL: text,
  muteInfo: z
    .object({
      mutedSegmentConnection: z
        .object({ nodes: z.array(z.object({ offset: z.number(), duration: z.number() })) })
        .nullable(),
    })
    .nullish()
    .catch(undefined),
});
const Videos = z.object({ user: z.object({ videos: Connection }).nullable() });

const KINDS: Readonly<Record<string, PastVideo['kind']>> = {
  ARCHIVE: 'archive',
  HIGHLIGHT: 'highlight',
  UPLOAD: 'upload',
  PREMIERE_UPLOAD: 'upload',
  PAST_PREMIERE: 'upload',
};

function videoOf({
  id,
  title,
  description,
  language,
  createdAt,
  lengthSeconds,
  viewCount,
  owner,
  broadcastType,
  status,
  previewThumbnailURL,
  muteInfo,
}: z.infer<typeof Video>): PastVideo {
  const kind = KINDS[broadcastType] ?? 'upload';
  return {
    id,
    kind,
    streamId: NO_STREAM,
    title,
    description,
    url: videoUrl(id),
    createdAt,
    durationMs: ms(lengthSeconds * 1000),
    viewCount,
    thumbnailUrl: isProcessing(previewThumbnailURL) ? '' : withBraces(previewThumbnailURL),
    mutedRanges: mutedOf(muteInfo),
    isGrowing: status === 'RECORDING',
    language: language.toLowerCase(),
    owner: ownerOf(owner),
  };
}

/** Null if the response does not contain the field, which differs from an empty list. */
function mutedOf(info: z.infer<typeof Video>['muteInfo']): PastVideo['mutedRanges'] {
  if (info === undefined) return null;
  return (info?.mutedSegmentConnection?.nodes ?? []).map(({ offset, duration }) => ({
    offsetMs: ms(offset * 1000),
    durationMs: ms(duration * 1000),
  }));
}

/** @returns null if the video does not exist; undefined if the response is invalid */
export function readVideo(data: Readonly<Record<string, unknown>>): PastVideo | null | undefined {
  if (data['video'] === null) return null;
  const read = Video.safeParse(data['video']);
  return read.success ? videoOf(read.data) : undefined;
}

/** @returns null if the data is not a list of videos; the list of an unknown account is empty */
export function readVideos(data: Readonly<Record<string, unknown>>): Listing<PastVideo> | null {
  const read = Videos.safeParse(data);
  if (!read.success) return null;
  return read.data.user ? listingOf(read.data.user.videos, Video, videoOf) : { rows: [], cursor: null };
}
