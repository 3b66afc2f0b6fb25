import { ms } from '#libs/contracts';
import { z } from 'zod';
import { type PastChapter } from '../../kit/video-archive.js';
import { type GqlOperation } from '../gql/gql-operation.js';

// `video { moments }` of https://gql.twitch.tv/gql, undocumented; as requested by the web player, yt-dlp and
// TwitchDownloader in Aug 2026 (docs/reference/twitch.md#gql).
const HASHES = ['71835d5ef425e154bf282453a926d99b328cdc5e32f36d3a209d0f4778b41203'];
const QUERY = `query VideoPlayer_ChapterSelectButtonVideo($videoID: ID!) {
  video(id: $videoID) {
    id moments(momentRequestType: VIDEO_CHAPTER_MARKERS) {
      edges { node { id type positionMilliseconds durationMilliseconds description details { ... on GameChangeMomentDetails { game { id displayName boxArtURL(width: 40, height: 53) } } } } }
    }
  }
}`;

export const chaptersQuery = (videoID: string): GqlOperation => ({
  operationName: 'VideoPlayer_ChapterSelectButtonVideo',
  variables: { videoID, includePrivate: false },
  hashes: HASHES,
  query: QUERY,
});

const Game = z.object({ id: z.string(), displayName: z.string().catch(''), boxArtURL: z.string().catch('') });
const Moment = z.object({
  positionMilliseconds: z.number(),
  description: z.string().catch(''),
  details: z
    .object({ game: Game.nullable().catch(null) })
    .nullable()
    .catch(null),
});
const Answer = z.object({
  video: z
    .object({
      moments: z
        .object({
          edges: z
            .array(z.object({ node: z.unknown() }))
            .nullable()
            .catch([]),
        })
        .nullable()
        .catch(null),
    })
    .nullable(),
});

/**
 * Reads the chapters. The site's durations may be negative or missing, so a chapter lasts until the next one.
 * @returns null if the response is invalid
 */
export function readChapters(data: Readonly<Record<string, unknown>>): readonly PastChapter[] | null {
  const read = Answer.safeParse(data);
  if (!read.success) return null;
  const moments = (read.data.video?.moments?.edges ?? []).flatMap(({ node }) => {
    const moment = Moment.safeParse(node);
    return moment.success ? [moment.data] : [];
  });
  return moments
    .sort((a, b) => a.positionMilliseconds - b.positionMilliseconds)
    .map(({ positionMilliseconds, description, details }, i) => ({
      atMs: ms(i === 0 ? 0 : Math.max(0, positionMilliseconds)),
      title: description || (details?.game?.displayName ?? ''),
      category: details?.game
        ? {
            id: details.game.id,
            name: details.game.displayName,
            boxArtUrl: details.game.boxArtURL.replace(/-\d+x\d+(?=\.\w+$)/, '-{width}x{height}'),
          }
        : null,
    }));
}
