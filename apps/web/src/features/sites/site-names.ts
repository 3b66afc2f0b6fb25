import { isSiteKind, SITE_NAMES, type SiteKind } from '#libs/contracts';

/**
 * The site's name as it writes itself; a kind that this page does not know yet is shown as it is called on the wire.
 */
export const nameOfSite = (kind: string): string => (isSiteKind(kind) ? SITE_NAMES[kind] : kind);

/** Where an app of one's own is made. */
export const CONSOLES: Readonly<Record<SiteKind, string>> = { twitch: 'https://dev.twitch.tv/console/apps' };
