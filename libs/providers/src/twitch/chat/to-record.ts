import { createHash } from 'node:crypto';
import { type ChatRecord } from '#libs/contracts';
import { emotePlaces } from './emote-ranges.js';
import { nickOf, type IrcLine } from './irc-line.js';

type Message = Extract<ChatRecord, { t: 'message' }>;
type Of<T extends ChatRecord['t']> = Extract<ChatRecord, { t: T }>;

const ACTION = '\u0001ACTION';
type Make = (line: IrcLine, seenAt: number) => ChatRecord | null;
const RECORD_READERS: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['PRIVMSG', messageOf],
  ['USERNOTICE', noticeOf],
  ['CLEARMSG', deleteOf],
  ['CLEARCHAT', clearOf],
  ['NOTICE', roomOf],
  ['ROOMSTATE', roomOf],
]);

/**
 * Converts a line of Twitch's chat into a site-neutral record (https://dev.twitch.tv/docs/chat/irc/ and
 * docs/reference/twitch.md#chat-lines). The record retains every tag.
 * @param seenAt ms since the Unix epoch
 * @returns null for lines that are not part of the chat: numerics, server responses, unknown commands
 */
export function toRecord(line: IrcLine, seenAt: number): ChatRecord | null {
  const isOfRoom = line.params[0]?.startsWith('#') === true;
  return isOfRoom ? (RECORD_READERS.get(line.command)?.(line, seenAt) ?? null) : null;
}

/** A message shared from another room has an id of this room; the tag `source-id` has the original id. */
function messageOf(line: IrcLine, seenAt: number): Of<'message'> {
  const { tags, params } = line;
  const { text, action } = payloadText(params[1] ?? '');
  const author = authorOf(line, nickOf(line));
  return {
    t: 'message',
    id: tags['id'] ?? generatedId([seenAt, author.login, text]),
    at: stampOf(tags, seenAt),
    seenAt,
    author,
    text,
    emotes: [...emotePlaces(tags['emotes'] ?? '', text)],
    tags,
    action,
    bits: countOf(tags['bits']) ?? 0,
  };
}

/** The last \x01 is missing if the site cut the text. */
function payloadText(payload: string): Pick<Message, 'text' | 'action'> {
  if (!payload.startsWith(ACTION)) return { text: payload, action: false };
  const end = payload.endsWith('\u0001') ? payload.length - 1 : payload.length;
  const from = payload[ACTION.length] === ' ' ? ACTION.length + 1 : ACTION.length;
  return { text: payload.slice(from, Math.max(from, end)), action: true };
}

function noticeOf(line: IrcLine, seenAt: number): Of<'notice'> {
  const {
    tags,
    params: [, text = ''],
  } = line;
  const [author, kind, systemText] = [
    authorOf(line, tags['login'] ?? ''),
    tags['msg-id'] ?? '',
    tags['system-msg'] ?? '',
  ];
  return {
    t: 'notice',
    id: tags['id'] ?? generatedId([seenAt, author.login, kind, systemText, text]),
    at: stampOf(tags, seenAt),
    seenAt,
    author,
    text,
    emotes: [...emotePlaces(tags['emotes'] ?? '', text)],
    tags,
    kind,
    systemText,
  };
}

function deleteOf({ tags }: IrcLine, seenAt: number): Of<'delete'> | null {
  const targetId = tags['target-msg-id'] ?? '';
  return targetId === ''
    ? null
    : { t: 'delete', at: stampOf(tags, seenAt), seenAt, targetId, login: tags['login'] ?? '', tags };
}

/**
 * Without a login, the whole chat is cleared. A login without its id still means one user: the id is then empty, not
 * null.
 */
function clearOf({ tags, params: [, login] }: IrcLine, seenAt: number): Of<'clear'> {
  const userId = tags['target-user-id'] ?? (login === undefined ? null : '');
  return {
    t: 'clear',
    at: stampOf(tags, seenAt),
    seenAt,
    userId,
    login: login ?? null,
    seconds: countOf(tags['ban-duration']),
    tags,
  };
}

function roomOf({ tags, params: [, text = ''] }: IrcLine, seenAt: number): Of<'room'> {
  return { t: 'room', at: stampOf(tags, seenAt), seenAt, text, tags };
}

function authorOf({ tags }: IrcLine, login: string): Message['author'] {
  const name = (tags['display-name'] ?? '').trim();
  const color = tags['color'] ?? '';
  return {
    id: tags['user-id'] ?? '',
    login,
    name: name === '' ? login : name,
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : null,
    badges: badgesOf(tags['badges'] ?? ''),
  };
}

/** `subscriber/34,predictions/Blue`: a version is not always a number. */
function badgesOf(tag: string): Message['author']['badges'] {
  if (tag === '') return [];
  return tag
    .split(',')
    .map((badge) => {
      const slash = badge.indexOf('/');
      return slash < 0 ? { set: badge, version: '' } : { set: badge.slice(0, slash), version: badge.slice(slash + 1) };
    })
    .filter(({ set }) => set !== '');
}

const countOf = (tag: string | undefined): number | null =>
  tag !== undefined && /^\d{1,15}$/.test(tag) ? Number(tag) : null;
const stampOf = (tags: IrcLine['tags'], seenAt: number): number => countOf(tags['tmi-sent-ts']) ?? seenAt;

/** The id for a line without tags. */
const generatedId = (tokenParts: readonly (string | number)[]): string =>
  createHash('sha1').update(JSON.stringify(tokenParts)).digest('hex');
