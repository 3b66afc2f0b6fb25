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
 * All hosts of the simulated Twitch. If two sites claim a host name, the first one responds. To add a site, write a
 * function of {@link SitePorts} in its own folder, and add a line here.
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

/** The third-party emote sites that viewers' browser extensions use. */
const emoteSites = (ports: SitePorts): readonly Site[] => [bttvSite(ports), ffzSite(ports), sevenTvSite(ports)];

/** All image CDNs. */
const imageSites = (ports: SitePorts): readonly Site[] => [
  staticCdnSite(ports),
  cheerCdnSite(ports),
  ...emoteCdnSites(ports),
];
