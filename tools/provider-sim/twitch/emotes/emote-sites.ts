import type { SitePorts } from '../site-ports.js';
import type { Site } from '../site.js';
import { bttvSite } from './bttv.site.js';
import { ffzSite } from './ffz.site.js';
import { sevenTvSite } from './seven-tv.site.js';

/** The sites whose emotes viewers' browsers add. */
export const emoteSites = (ports: SitePorts): readonly Site[] => [bttvSite(ports), ffzSite(ports), sevenTvSite(ports)];
