import { type HlsDialect } from '#libs/contracts';

/**
 * How Twitch marks ads in its media playlists, and its discontinuities where nothing jumps. Observed by streamlink up
 * to 8.6 (its issues #6022, #6579) and in players of the site, Aug 2026; Twitch documents none of it.
 */
export const TWITCH_DIALECT: HlsDialect = {
  ads: { classNames: ['twitch-stitched-ad'], idPrefixes: ['stitched-ad-'], titles: ['Amazon', 'Adform', 'DCM'] },
  contentTitles: ['live'],
  ignoreContentDiscontinuity: true,
};
