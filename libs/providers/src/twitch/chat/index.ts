export { parseIrcLine, type IrcLine } from './irc-line.js';
export { toRecord } from './to-record.js';
export { TwitchChat } from './twitch.chat.js';
