import { type LiveAnswer } from '#libs/providers';
import { type ChannelStream } from '../persistence/entities/channel-site.js';

type Live = Extract<LiveAnswer, { state: 'live' }>;

/** Twitch caches its answers for about a minute (docs/reference/twitch.md); its push messages are current. */
const LAG_MS = 90_000;

/**
 * What a channel shows, from an answer and what is known: an answer that says otherwise than the site itself reported a
 * moment ago is older than that, and only its count of viewers is new. Where both agree it has what is never reported
 * (tags). Of what the site pushes the newest stamp counts: deliveries overtake each other.
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

/** @param pushedAt when the site reported it by itself; undefined: it was asked */
function isStale(known: ChannelStream, pushedAt: number | undefined, now: number): boolean {
  if (known.toldAt === undefined) return false;
  return pushedAt === undefined ? now - known.toldAt < LAG_MS : pushedAt < known.toldAt;
}
