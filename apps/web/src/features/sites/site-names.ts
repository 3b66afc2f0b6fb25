import { isSiteKind, SITE_NAMES, type SiteKind } from '#libs/contracts';

/** Display name of a site; the kind itself if this page does not know it. */
export const nameOfSite = (kind: string): string => (isSiteKind(kind) ? SITE_NAMES[kind] : kind);

/** Pages where an operator registers an app at the site. */
export const DEVELOPER_CONSOLES: Readonly<Record<SiteKind, string>> = { twitch: 'https://dev.twitch.tv/console/apps' };
