import { authSite } from './auth/auth.site.js';
import { CHAT_ENDPOINTS } from './emotes/chat-endpoints.js';
import { emoteSites } from './emotes/emote-sites.js';
import { EventSub } from './eventsub/event-sub.js';
import { helixSite } from './helix/helix.site.js';
import { imageSites } from './images/image-sites.js';
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
