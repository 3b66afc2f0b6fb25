/** Twitch's own hosts, as {@link SiteAddresses} takes them. */
export const API_HOST = 'api.twitch.tv';
export const AUTH_HOST = 'id.twitch.tv';
export const EVENTS_HOST = 'eventsub.wss.twitch.tv';
export const PICTURES_HOST = 'static-cdn.jtvnw.net';

/** The address that we keep of a channel. It follows the login; the id is what the channel is known by. */
export const channelUrl = (login: string): string => `https://www.twitch.tv/${login}`;
