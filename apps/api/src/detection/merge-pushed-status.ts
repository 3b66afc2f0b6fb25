import { type LiveAnswer } from '#libs/providers';
import { type ChannelStream } from '../persistence/entities/channel-site.js';

type Live = Extract<LiveAnswer, { state: 'live' }>;

/** Twitch caches its answers for about a minute (docs/reference/twitch.md); its push messages are current. */
const LAG_MS = 90_000;

/**
 * Merges a response into the known status of a channel. If a recent push message contradicts the response, the response
 * is outdated and only its viewer count counts. If both agree, the tags come from the response, because push messages
 * do not contain tags. Of two push messages the one with the newer timestamp counts, because they can arrive in the
 * wrong order.
 */
export function mergePushedStatus(
  known: ChannelStream | null,
  answer: Live & { readonly toldAt?: number },
  now: number,
): ChannelStream {
  const viewers = answer.viewers ?? known?.viewers ?? null;
  const { title, category, tags, language, isMature, toldAt: pushedAt } = answer;
  const at = answer.at?.getTime() ?? now;
  if (!known || !isStale(known, pushedAt, now))
    return {
      title,
      category,
      tags,
      language,
      isMature,
      viewers,
      at,
      ...(pushedAt === undefined ? {} : { toldAt: pushedAt }),
    };
  return { ...known, ...(isSameShowing(known, answer) ? { tags } : {}), viewers, at: Math.max(known.at, at) };
}

const isSameShowing = (
  a: Pick<ChannelStream, 'title' | 'category'>,
  b: Pick<ChannelStream, 'title' | 'category'>,
): boolean => a.title === b.title && a.category?.id === b.category?.id;

/** @param pushedAt the site's time of the push message; undefined for a response to a poll */
function isStale(known: ChannelStream, pushedAt: number | undefined, now: number): boolean {
  if (known.toldAt === undefined) return false;
  return pushedAt === undefined ? now - known.toldAt < LAG_MS : pushedAt < known.toldAt;
}
