import { authSite } from './auth/auth.site.js';
import { bttvSite } from './emotes/bttv.site.js';
import { CHAT_ENDPOINTS } from './emotes/chat-endpoints.js';
import { ffzSite } from './emotes/ffz.site.js';
import { sevenTvSite } from './emotes/seven-tv.site.js';
import { EventSub } from './eventsub/event-sub.js';
import { helixSite } from './helix/helix.site.js';
import { cheerCdnSite } from './images/cheer-cdn.site.js';
import { emoteCdnSites } from './images/emote-cdn.site.js';
import { staticCdnSite } from './images/static-cdn.site.js';
import { ircSite } from './irc/irc.site.js';
import { playbackSites } from './media/playback-sites.js';
import type { SitePorts } from './site-ports.js';
import type { Site } from './site.js';

/**
 * All hosts that the simulated Twitch plays; of two that claim a name the first answers. A new site is a function of
 * {@link SitePorts} in a folder of its own, and a line here.
 */
export function openSites(ports: SitePorts): readonly Site[] {
  const eventSub = new EventSub(ports);
  return [
    authSite(ports),
    helixSite(ports, { ...eventSub.endpoints, ...CHAT_ENDPOINTS }),
    eventSub.site,
    ircSite(ports),
    ...emoteSites(ports),
    ...imageSites(ports),
    ...playbackSites(ports),
  ];
}

/** The sites whose emotes viewers' browsers add. */
const emoteSites = (ports: SitePorts): readonly Site[] => [bttvSite(ports), ffzSite(ports), sevenTvSite(ports)];

/** All image CDNs. */
const imageSites = (ports: SitePorts): readonly Site[] => [
  staticCdnSite(ports),
  cheerCdnSite(ports),
  ...emoteCdnSites(ports),
];
