import { type LiveAnswer } from '#libs/providers';
import { type ChannelStream } from '../persistence/entities/channel-site.js';

type Live = Extract<LiveAnswer, { state: 'live' }>;

/** Twitch caches its answers for about a minute (docs/reference/twitch.md); its push messages are current. */
const LAG_MS = 90_000;

/**
 * What a channel shows, from an answer and what is known: an answer that says otherwise than the site itself told a
 * moment ago is older than that, and only its count of viewers is news. Where both agree it has what is never told
 * (tags). Of what the site tells by itself the newest stamp counts: deliveries overtake each other.
 */
export function newestShow(
  known: ChannelStream | null,
  answer: Live & { readonly toldAt?: number },
  now: number,
): ChannelStream {
  const viewers = answer.viewers ?? known?.viewers ?? null;
  const { title, category, tags, language, isMature, toldAt } = answer;
  const at = answer.at?.getTime() ?? now;
  if (!known || !isStale(known, toldAt, now))
    return { title, category, tags, language, isMature, viewers, at, ...(toldAt === undefined ? {} : { toldAt }) };
  return { ...known, ...(isSameTold(known, answer) ? { tags } : {}), viewers, at: Math.max(known.at, at) };
}

const isSameTold = (
  a: Pick<ChannelStream, 'title' | 'category'>,
  b: Pick<ChannelStream, 'title' | 'category'>,
): boolean => a.title === b.title && a.category?.id === b.category?.id;

/** @param toldAt when the site told it by itself; undefined: it was asked */
function isStale(known: ChannelStream, toldAt: number | undefined, now: number): boolean {
  if (known.toldAt === undefined) return false;
  return toldAt === undefined ? now - known.toldAt < LAG_MS : toldAt < known.toldAt;
}
