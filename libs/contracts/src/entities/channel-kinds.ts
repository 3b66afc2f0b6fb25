/** The provider kind for any live HLS URL; the default of a form if the operator selects no site. */
export const HLS_KIND = 'hls';
/** The kind of the channel that the self-test makes and removes again. Nothing shows, counts or reports it. */
export const SELF_TEST_KIND = 'self-test';

/**
 * Kinds of channels: any live HLS URL, or a channel of a site. The kinds of `NewChannel.provider`, in the order of the
 * form.
 */
export const CHANNEL_KINDS = ['twitch', HLS_KIND] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Display names of the sites for which Vodkeep supports names, viewers, chat and accounts. */
export const SITE_NAMES = { twitch: 'Twitch' } as const satisfies Record<Exclude<ChannelKind, typeof HLS_KIND>, string>;
export type SiteKind = keyof typeof SITE_NAMES;

/** Whether a kind is a site kind. Wire values are plain text, so that an older page works with a newer server. */
export const isSiteKind = (kind: string): kind is SiteKind => Object.hasOwn(SITE_NAMES, kind);

/** Hosts by site, including all subdomains. */
const HOSTS: Readonly<Record<SiteKind, readonly string[]>> = { twitch: ['twitch.tv'] };
/** The site of a bare name. */
const SITE_OF_NAMES: SiteKind = 'twitch';

/** Zero-width characters and direction marks, which copying from chats and web pages adds. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** A pasted text without invisible characters, spaces, quotation marks and brackets around it, in NFKC. */
export const cleanPasted = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .trim()
    .replace(/^[<"'(]+|[>"')]+$/g, '')
    .trim();

/**
 * Guesses the channel kind of a pasted text: a link of a site, a bare name (the site with logins), or HLS for any other
 * URL. The form shows the guess, and the operator can change it; the server decides whether the text identifies a
 * channel.
 * @returns null for an empty text
 */
export function kindOfPasted(text: string): ChannelKind | null {
  const clean = cleanPasted(text);
  if (clean === '') return null;
  if (!/[.:]/.test(clean)) return SITE_OF_NAMES;
  const link = asLink(clean);
  const host = URL.canParse(link) ? new URL(link).hostname : '';
  const sites = Object.entries(HOSTS) as [SiteKind, readonly string[]][];
  return sites.find(([, hosts]) => hosts.some((h) => host === h || host.endsWith(`.${h}`)))?.[0] ?? HLS_KIND;
}

const asLink = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
