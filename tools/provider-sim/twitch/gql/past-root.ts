import type { PastClip } from '../past/past-clip.js';
import type { PastVideo } from '../past/past-video.js';
import type { TwitchChannel } from '../world.js';
import type { GqlContext } from './gql-context.js';
import { clipObject } from './clip-root.js';
import { videoObject } from './video-root.js';

/** Returns the account of a channel. */
export type OwnerOf = (channel: TwitchChannel) => object | null;
interface PageArgs {
  readonly first?: number | null;
  readonly after?: string | null;
}
interface VideoArgs extends PageArgs {
  readonly type?: string | null;
  readonly types?: readonly string[] | null;
}
interface ClipArgs extends PageArgs {
  readonly criteria?: { readonly period?: string | null } | null;
}

const DAY_MS = 86_400_000;
const PERIODS: Readonly<Record<string, number>> = { LAST_DAY: DAY_MS, LAST_WEEK: 7 * DAY_MS, LAST_MONTH: 30 * DAY_MS };

const videoOf = (video: PastVideo, context: GqlContext, ownerOf: OwnerOf): object =>
  videoObject(video, context, () => ownerOf(video.channel));

function clipOf(clip: PastClip, context: GqlContext, ownerOf: OwnerOf): object {
  const video = (): object | null => {
    const retained = context.ports.past.byId(clip.videoId ?? '');
    return retained ? videoOf(retained, context, ownerOf) : null;
  };
  return clipObject(clip, context, { broadcaster: () => ownerOf(clip.channel), video });
}

/** `video(id)`; null for a video that does not exist or was deleted. */
export function findVideo(id: string, context: GqlContext, ownerOf: OwnerOf): object | null {
  const video = context.ports.past.byId(id);
  return video ? videoOf(video, context, ownerOf) : null;
}

/** `clip(slug)`; null for a clip that does not exist. */
export function findClip(slug: string, context: GqlContext, ownerOf: OwnerOf): object | null {
  const [clip] = context.ports.past.clips(({ id }) => id === slug);
  return clip ? clipOf(clip, context, ownerOf) : null;
}

/** `videos` and `clips` of an account. */
export function pastFields(channel: TwitchChannel, context: GqlContext, ownerOf: OwnerOf): object {
  const { past } = context.ports;
  return {
    videos: ({ type, types, ...page }: VideoArgs) => {
      const wanted = types ?? (typeof type === 'string' ? [type] : null);
      return connection(
        past
          .of((each) => each === channel)
          .filter(({ kind }) => wanted === null || wanted.includes(kind.toUpperCase()))
          .map((video) => videoOf(video, context, ownerOf)),
        page,
      );
    },
    clips: ({ criteria, ...page }: ClipArgs) => {
      const since = Date.now() - (PERIODS[criteria?.period ?? ''] ?? Infinity);
      return connection(
        past
          .clips((clip) => clip.channel === channel && clip.createdAt >= since)
          .map((clip) => clipOf(clip, context, ownerOf)),
        page,
      );
    },
  };
}

/** A page of a list in GQL's format: only the last edge has a cursor, and only if more follows. */
function connection(
  all: readonly object[],
  { first, after }: { readonly first?: number | null; readonly after?: string | null },
): object {
  const start = typeof after === 'string' ? Number(Buffer.from(after, 'base64').toString()) : 0;
  const size = Math.min(first ?? 20, 100);
  const page = all.slice(start, start + size);
  const hasNextPage = start + size < all.length;
  return {
    edges: page.map((node, i) => ({
      node,
      cursor: hasNextPage && i === page.length - 1 ? Buffer.from(String(start + size)).toString('base64') : null,
    })),
    pageInfo: { hasNextPage, hasPreviousPage: start > 0 },
    totalCount: all.length,
  };
}
