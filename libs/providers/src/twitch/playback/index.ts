export { TWITCH_DIALECT } from './twitch-dialect.js';
export { TwitchPlayback } from './twitch.playback.js';
