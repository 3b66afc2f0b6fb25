import type { TwitchEmote } from '../emotes/twitch-emotes.js';
import { emotesTag, isEmoteOnly } from './emote-ranges.js';
import { ircLine, maskOf } from './irc-line.js';
import type { Viewer } from './viewer.js';

/** Where and when something is said. */
export interface Moment {
  readonly login: string;
  readonly roomId: string;
  /** ms since the Unix epoch, of the server. */
  readonly at: number;
  /** The message's id. */
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
  /** Over those that follow from the rest. */
  readonly tags?: Tags;
}

/** What every message says about who wrote it. */
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

/** A PRIVMSG. Ranges of emotes count inside the payload of an action. */
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
