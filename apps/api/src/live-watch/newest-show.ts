import { type LiveAnswer } from '#libs/providers';
import { type ChannelStream } from '../modules/channel/channel-site.js';

type Live = Extract<LiveAnswer, { state: 'live' }>;

/** Answers of sites are cached for about a minute; what they tell by themselves is not (protocols.md 2.5). */
const LAG_MS = 90_000;

/**
 * What a channel shows, from an answer and what is known: an answer that says otherwise than the site itself told a moment ago is older than
 * that, and only its count of viewers is news. Of what the site tells by itself the newest stamp counts: deliveries overtake each other.
 */
export function newestShow(known: ChannelStream | null, answer: Live & { readonly toldAt?: number }, now: number): ChannelStream {
  const { title, category, tags, language, isMature, toldAt, at = new Date(now) } = answer;
  const viewers = answer.viewers ?? known?.viewers ?? null;
  if (known?.toldAt !== undefined && (toldAt === undefined ? now - known.toldAt < LAG_MS : toldAt < known.toldAt)) return { ...known, viewers, at: Math.max(known.at, at.getTime()) };
  return { title, category, tags, language, isMature, viewers, at: at.getTime(), ...(toldAt === undefined ? {} : { toldAt }) };
}
