import { z } from 'zod';
import { rowsOf } from '../http/read-json.js';
import { type GqlOperation } from '../gql/gql-operation.js';

// `VideoCommentsByOffsetOrCursor` of https://gql.twitch.tv/gql, undocumented; as requested by TwitchDownloader and
// twitch-dl in Aug 2026 (docs/reference/twitch.md#past-chat).
const HASHES = ['b70a3591ff0f4e0313d126c6a1502d79a1c02baebb288227c582044aa76adf6a'];
const QUERY = `query VideoCommentsByOffsetOrCursor($videoID: ID!, $contentOffsetSeconds: Int, $cursor: Cursor) {
  video(id: $videoID) {
    id comments(contentOffsetSeconds: $contentOffsetSeconds, after: $cursor) {
      edges { cursor node { id commenter { id login displayName } contentOffsetSeconds createdAt message { fragments { emote { id emoteID from } text } userBadges { id setID version } userColor } } }
      pageInfo { hasNextPage hasPreviousPage }
    }
  }
}`;

/** Requests a page by time or by cursor. */
export const commentsQuery = (
  videoID: string,
  at: { readonly contentOffsetSeconds: number } | { readonly cursor: string },
): GqlOperation => ({
  operationName: 'VideoCommentsByOffsetOrCursor',
  variables: { videoID, ...at },
  hashes: HASHES,
  query: QUERY,
});

const text = z.string().catch('');
const Fragment = z.object({ text, emote: z.object({ emoteID: z.string() }).nullable().catch(null) });
const Badge = z.object({ setID: z.string(), version: text });
export const CommentNode = z.object({
  id: z.string().min(1),
  contentOffsetSeconds: z.number(),
  createdAt: text,
  commenter: z.object({ id: text, login: text, displayName: text }).nullable().catch(null),
  message: z.object({
    fragments: z.array(Fragment).nullable().catch(null),
    userBadges: z.array(Badge.nullable().catch(null)).nullable().catch(null),
    userColor: z.string().nullable().catch(null),
  }),
});
export type CommentNode = z.infer<typeof CommentNode>;
const Edge = z.object({ cursor: z.string().nullable().catch(null), node: CommentNode });
const Answer = z.object({
  video: z
    .object({
      comments: z
        .object({ edges: z.array(z.unknown()).nullable(), pageInfo: z.object({ hasNextPage: z.boolean() }).nullish() })
        .nullish(),
    })
    .nullable(),
});

/** The parsed response. `busy`: the site currently returns no comments, as under load. */
export type CommentsReading =
  | {
      readonly kind: 'page';
      readonly nodes: readonly CommentNode[];
      readonly cursor: string | null;
      readonly hasMore: boolean;
    }
  | { readonly kind: 'busy' | 'no-video' | 'unreadable' };

/**
 * Reads a page without its invalid comments. If all of them are invalid, the format has changed, which must not count
 * as an empty chat.
 */
export function readComments(data: Readonly<Record<string, unknown>>): CommentsReading {
  const read = Answer.safeParse(data);
  if (!read.success) return { kind: 'unreadable' };
  if (!read.data.video) return { kind: 'no-video' };
  const { comments } = read.data.video;
  if (!comments) return { kind: 'busy' };
  return pageOf(comments.edges ?? [], comments.pageInfo?.hasNextPage === true);
}

function pageOf(rows: readonly unknown[], hasMore: boolean): CommentsReading {
  const edges = rowsOf(Edge, rows);
  if (edges.length === 0 && rows.length > 0) return { kind: 'unreadable' };
  return {
    kind: 'page',
    nodes: edges.map(({ node }) => node),
    cursor: edges.at(-1)?.cursor ?? null,
    hasMore,
  };
}
