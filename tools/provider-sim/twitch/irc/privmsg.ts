import type { TwitchEmote } from '../emotes/twitch-emotes.js';
import { emotesTag, isEmoteOnly } from './emote-ranges.js';
import { ircLine, maskOf } from './irc-line.js';
import type { Viewer } from './viewer.js';

/** Place and time of a message. */
export interface Moment {
  readonly login: string;
  readonly roomId: string;
  /** Server time, ms since the Unix epoch. */
  readonly at: number;
  /** Id of the message. */
  readonly id: string;
  readonly emotes: ReadonlyMap<string, TwitchEmote>;
}
export type Tags = Readonly<Record<string, string | number | null>>;

export interface Privmsg {
  readonly by: Viewer;
  readonly text: string;
  readonly bits?: number;
  /** `/me`; `cut`: the last \x01 is missing, as when the text was too long. */
  readonly action?: 'whole' | 'cut';
  /** Override the tags that result from the other fields. */
  readonly tags?: Tags;
}

/** Tags of every message that describe its sender. */
export function senderTags({
  displayName,
  color,
  badges,
  badgeInfo,
  isMod,
  isVip,
  isSubscriber,
  userId,
}: Viewer): Tags {
  return {
    'badge-info': badgeInfo,
    badges,
    color,
    'display-name': displayName,
    'mod': Number(isMod),
    'subscriber': Number(isSubscriber),
    'turbo': Number(badges.includes('turbo/')),
    'user-id': userId,
    'user-type': isMod ? 'mod' : '',
    ...(isVip ? { vip: 1 } : {}),
  };
}

/** A PRIVMSG. The ranges of emotes refer to the text inside an action. */
export function privmsg(
  { login, roomId, at, id, emotes }: Moment,
  { by, text, bits = 0, action, tags = {} }: Privmsg,
): string {
  const all: Tags = {
    ...senderTags(by),
    'emotes': emotesTag(text, emotes),
    'first-msg': 0,
    'flags': '',
    id,
    'returning-chatter': 0,
    'room-id': roomId,
    'tmi-sent-ts': at,
    ...(bits > 0 ? { bits } : {}),
    ...(isEmoteOnly(text, emotes) ? { 'emote-only': 1 } : {}),
    ...tags,
  };
  const payload = action === undefined ? text : `\u0001ACTION ${text}${action === 'cut' ? '' : '\u0001'}`;
  return ircLine({ tags: all, prefix: maskOf(by.login), command: 'PRIVMSG', params: [`#${login}`], trailing: payload });
}
