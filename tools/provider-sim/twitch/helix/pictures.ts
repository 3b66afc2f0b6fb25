import type { SiteExchange } from '../site.js';

const CDN = 'static-cdn.jtvnw.net';

/**
 * Addresses of Twitch's images in Helix's format (docs/reference/twitch.md#helix-streams); the client fills in
 * `{width}` and `{height}`.
 */
export const profileImage = (exchange: SiteExchange, userId: string): string =>
  `${exchange.base(CDN)}/jtv_user_pictures/${userId}-profile_image-300x300.png`;
export const livePreview = (exchange: SiteExchange, login: string): string =>
  `${exchange.base(CDN)}/previews-ttv/live_user_${login}-{width}x{height}.jpg`;
export const boxArt = (exchange: SiteExchange, categoryId: string): string =>
  `${exchange.base(CDN)}/ttv-boxart/${categoryId}-{width}x{height}.jpg`;
/** Contains percent signs, unlike the preview of a live stream. */
export const pastPreview = (exchange: SiteExchange, videoId: string): string =>
  `${exchange.base(CDN)}/cf_vods/${videoId}/thumb/thumb0-%{width}x%{height}.jpg`;
