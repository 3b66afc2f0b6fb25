import { ircLine } from './irc-line.js';
import type { Moment } from './privmsg.js';
import type { Viewer } from './viewer.js';

/** The parts of a sent message that moderation needs. */
export interface Sent {
  readonly id: string;
  readonly by: Viewer;
  readonly text: string;
}
type Where = Pick<Moment, 'login' | 'roomId' | 'at'>;

/** @param seconds null: permanent */
export const ban = ({ login, roomId, at }: Where, { userId, login: target }: Viewer, seconds: number | null): string =>
  ircLine({
    tags: {
      ...(seconds === null ? {} : { 'ban-duration': seconds }),
      'room-id': roomId,
      'target-user-id': userId,
      'tmi-sent-ts': at,
    },
    command: 'CLEARCHAT',
    params: [`#${login}`],
    trailing: target,
  });

/** Clears the complete chat. */
export const clearChat = ({ login, roomId, at }: Where): string =>
  ircLine({ tags: { 'room-id': roomId, 'tmi-sent-ts': at }, command: 'CLEARCHAT', params: [`#${login}`] });

/** Deletes one message. Twitch often leaves its room-id empty. */
export const deleteMessage = ({ login, at }: Where, { id, by, text }: Sent): string =>
  ircLine({
    tags: { 'login': by.login, 'room-id': '', 'target-msg-id': id, 'tmi-sent-ts': at },
    command: 'CLEARMSG',
    params: [`#${login}`],
    trailing: text,
  });

/** A NOTICE of the channel; it has neither an id nor a time. */
export const channelNotice = ({ login }: Where, msgId: string, text: string): string =>
  ircLine({ tags: { 'msg-id': msgId }, command: 'NOTICE', params: [`#${login}`], trailing: text });
