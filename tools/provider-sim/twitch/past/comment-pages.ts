import { commentNode } from './comment-node.js';
import type { PastVideo } from './past-video.js';
import type { SaidLine } from './video-chat.js';

const PAGE = 55;
/** A page by time begins so long before the second that was asked for. */
const EARLIER_S = 2;

const cursorOf = (n: number): string => Buffer.from(JSON.stringify({ n })).toString('base64url');

function placeOf(cursor: string): number {
  try {
    return (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { readonly n: number }).n + 1;
  } catch {
    return 0;
  }
}

export interface CommentsAsk {
  readonly contentOffsetSeconds?: number | null;
  readonly cursor?: string | null;
}

/** A page of the comments of a video: by second, or behind the comment of a cursor. */
export function commentPage(
  video: PastVideo,
  said: readonly SaidLine[],
  { contentOffsetSeconds, cursor }: CommentsAsk,
): object {
  const fromMs = ((contentOffsetSeconds ?? 0) - EARLIER_S) * 1000;
  const bySecond = said.findIndex(({ at }) => at - video.createdAt >= fromMs);
  const start = typeof cursor === 'string' ? placeOf(cursor) : bySecond === -1 ? said.length : bySecond;
  const page = said.slice(start, start + PAGE);
  return {
    edges: page.map((line, i) => ({ cursor: cursorOf(start + i), node: commentNode(video, line, start + i) })),
    pageInfo: { hasNextPage: start + PAGE < said.length, hasPreviousPage: start > 0 },
  };
}
