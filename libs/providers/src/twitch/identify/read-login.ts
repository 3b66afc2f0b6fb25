import { cleanPasted } from '#libs/contracts';
import { message } from '#libs/messages';
import { urlFault } from '../../kit/url-fault.js';

const VOD = message('error.not-a-channel.vod');
const CLIP = message('error.not-a-channel.clip');

/** Hosts whose first path segment is a channel. */
const CHANNEL_HOSTS = new Set([
  'twitch.tv',
  'www.twitch.tv',
  'm.twitch.tv',
  'go.twitch.tv',
  'secure.twitch.tv',
  'en.twitch.tv',
  'de.twitch.tv',
  'es.twitch.tv',
  'fr.twitch.tv',
]);
/** Path segments that precede a channel: `/popout/name/chat`, `/moderator/name`, `/popout/moderator/name/chat`. */
const BEFORE_CHANNEL = new Set(['popout', 'embed', 'moderator', 'u', 'subs', 'raid']);
const CLIP_PATHS = new Set(['clip', 'clips']);
const VOD_PATHS = new Set(['video', 'videos', 'v', 'b', 'c']);
/** First path segments of twitch.tv that are pages of the site. A channel with such a login has no page there. */
const PAGES = new Set([
  'activate',
  'annual-recap',
  'broadcast',
  'checkout',
  'collections',
  'directory',
  'downloads',
  'drops',
  'following',
  'friends',
  'giftcard',
  'inventory',
  'jobs',
  'legal',
  'login',
  'logout',
  'messages',
  'p',
  'partner',
  'payments',
  'prime',
  'privacy',
  'products',
  'redeem',
  'search',
  'security',
  'settings',
  'signup',
  'store',
  'subscriptions',
  'team',
  'turbo',
  'user',
  'videos',
  'wallet',
]);
/**
 * Logins as Twitch creates them today (4 to 25 characters), and shorter ones from its first years. Sign-up refuses a
 * leading underscore, but some logins have one.
 */
const LOGIN = /^[a-z0-9_]{1,25}$/;

/**
 * Extracts the login from pasted text: a link to any page of the channel, `@Name`, or the name alone, in upper or lower
 * case, also full-width (NFKC). Digits count as a login, not as an id.
 * @throws UserError `not-a-channel` on `url`
 */
export function readLogin(pasted: string): string {
  const clean = cleanPasted(pasted);
  const word = /[/.]/.test(clean) ? channelInLink(clean) : clean.replace(/^@/, '');
  const login = word.toLowerCase();
  if (login === '') throw urlFault(message('error.not-a-channel.nothing'));
  if (!LOGIN.test(login)) throw urlFault(message('error.not-a-channel.no-name', { name: shorten(word) }));
  return login;
}

/** Shortens text for a message. */
const shorten = (word: string): string => (word.length > 60 ? `${word.slice(0, 60)}…` : word);

function channelInLink(text: string): string {
  const url = URL.parse(asLink(text));
  if (!url || !/^https?:$/.test(url.protocol))
    throw urlFault(message('error.not-a-channel.no-link', { text: shorten(text) }));
  const segments = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(unescaped);
  switch (url.hostname) {
    case 'player.twitch.tv':
      return channelInPlayerLink(url);
    case 'clips.twitch.tv':
      throw urlFault(CLIP);
    case 'dashboard.twitch.tv':
      return channelInDashboardLink(segments);
    default:
      if (!CHANNEL_HOSTS.has(url.hostname))
        throw urlFault(message('error.not-a-channel.other-site', { host: shorten(url.hostname) }));
      return channelInPath(segments);
  }
}

/** Adds the scheme that a browser hides, and the host if it is missing (`/name/videos`). */
function asLink(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const bare = text.replace(/^\/\//, '');
  return /^[^/]*\./.test(bare) ? `https://${bare}` : `https://www.twitch.tv/${bare.replace(/^\/+/, '')}`;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).normalize('NFKC').trim();
  } catch {
    return part;
  }
}

function channelInPlayerLink({ searchParams }: URL): string {
  const channel = searchParams.get('channel');
  if (channel !== null) return channel.trim();
  if (searchParams.has('video')) throw urlFault(VOD);
  throw urlFault(message('error.not-a-channel.player'));
}

function channelInDashboardLink([first, name]: readonly string[]): string {
  if (first !== 'u' || name === undefined) throw urlFault(message('error.not-a-channel.dashboard'));
  return name;
}

/** @param segments path segments, none empty */
function channelInPath([word = '', ...rest]: readonly string[]): string {
  const first = word.toLowerCase();
  if (first === '') throw urlFault(message('error.not-a-channel.front-page'));
  if (BEFORE_CHANNEL.has(first) && rest.length > 0) return channelInPath(rest);
  refuseSitePage(first, rest);
  refuseVideoOrClip(rest);
  return word.replace(/^@/, '');
}

function refuseSitePage(first: string, rest: readonly string[]): void {
  if (CLIP_PATHS.has(first)) throw urlFault(CLIP);
  if (first === 'video' || (first === 'videos' && rest.length > 0)) throw urlFault(VOD);
  if (PAGES.has(first) || BEFORE_CHANNEL.has(first))
    throw urlFault(message('error.not-a-channel.page', { page: first }));
}

/**
 * `/name/clip/x` and `/name/v/1` are single items of a channel; `/name/videos` and `/name/clips` are the channel's own
 * pages.
 */
function refuseVideoOrClip([page = '', item]: readonly string[]): void {
  if (item === undefined) return;
  if (CLIP_PATHS.has(page)) throw urlFault(CLIP);
  if (VOD_PATHS.has(page) && /^\d+$/.test(item)) throw urlFault(VOD);
}
