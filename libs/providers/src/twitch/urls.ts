/** Twitch's own hosts, for {@link SiteAddresses}. */
export const API_HOST = 'api.twitch.tv';
export const AUTH_HOST = 'id.twitch.tv';
export const EVENTS_HOST = 'eventsub.wss.twitch.tv';
export const PICTURES_HOST = 'static-cdn.jtvnw.net';

/** The stored address of a channel. It follows the login; the id identifies the channel. */
export const channelUrl = (login: string): string => `https://www.twitch.tv/${login}`;
