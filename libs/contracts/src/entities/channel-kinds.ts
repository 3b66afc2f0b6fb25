/** The provider kind that takes any live HLS address; what a form offers where the operator names no site. */
export const HLS_KIND = 'hls';

/**
 * What a channel may be: any live HLS address, or a channel of a site. The kinds of `NewChannel.provider`, in the order
 * of the form.
 */
export const CHANNEL_KINDS = ['twitch', HLS_KIND] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A site of which we know names, viewers, chat and accounts; its name as it writes itself. */
export const SITE_NAMES = { twitch: 'Twitch' } as const satisfies Record<Exclude<ChannelKind, typeof HLS_KIND>, string>;
export type SiteKind = keyof typeof SITE_NAMES;

/** Wire values are plain text, so that an older page survives a newer server. */
export const isSiteKind = (kind: string): kind is SiteKind => Object.hasOwn(SITE_NAMES, kind);

/** Hosts by site: these, and every host below them. */
const HOSTS: Readonly<Record<SiteKind, readonly string[]>> = { twitch: ['twitch.tv'] };
/** The site of a name that comes without any address. */
const SITE_OF_NAMES: SiteKind = 'twitch';

/** Zero-width characters and marks of direction, which come along from chats and web pages. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/**
 * Which kind of channel a pasted text most likely names: a link of a site, a name alone (the site that has logins), any
 * other address as HLS. A guess for the form, shown and changeable there; whether it names a channel is the server's to
 * judge.
 * @returns null for nothing
 */
export function kindOfPasted(text: string): ChannelKind | null {
  const clean = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .trim()
    .replace(/^[<"'(]+|[>"')]+$/g, '')
    .trim();
  if (clean === '') return null;
  if (!/[.:]/.test(clean)) return SITE_OF_NAMES;
  const link = asLink(clean);
  const host = URL.canParse(link) ? new URL(link).hostname : '';
  const sites = Object.entries(HOSTS) as [SiteKind, readonly string[]][];
  return sites.find(([, hosts]) => hosts.some((h) => host === h || host.endsWith(`.${h}`)))?.[0] ?? HLS_KIND;
}

const asLink = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
