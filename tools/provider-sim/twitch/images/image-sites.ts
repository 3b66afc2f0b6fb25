import type { SitePorts } from '../site-ports.js';
import type { Site } from '../site.js';
import { cheerCdnSite } from './cheer-cdn.site.js';
import { emoteCdnSites } from './emote-cdn.site.js';
import { staticCdnSite } from './static-cdn.site.js';

/** All image CDNs. */
export const imageSites = (ports: SitePorts): readonly Site[] => [
  staticCdnSite(ports),
  cheerCdnSite(ports),
  ...emoteCdnSites(ports),
];
