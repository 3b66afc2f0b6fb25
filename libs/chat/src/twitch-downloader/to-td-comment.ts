import { type ChatFragment, type ChatMessage } from '#libs/contracts';
import { SITE_EMOTES } from '../assets/asset-table.js';
import { type TdEntry } from './td-chat.js';
import { type TdFragment } from './td-chat.wire.js';

/** "Unknown" in this format. */
const UNKNOWN_TIME = '0001-01-01T00:00:00Z';
/** Tags whose content is in other fields of the comment, and tags without information about it. */
const KNOWN_TAGS = new Set([
  'id',
  'tmi-sent-ts',
  'display-name',
  'color',
  'badges',
  'emotes',
  'user-id',
  'room-id',
  'bits',
  'login',
  'system-msg',
  'first-msg',
  'reply-parent-msg-id',
  'reply-parent-user-login',
  'reply-parent-display-name',
  'reply-parent-msg-body',
  'source-room-id',
  'msg-id',
  'mod',
  'subscriber',
  'turbo',
  'user-type',
]);
const NOTICE_PARAM = 'msg-param-';
const HIGHLIGHTED = 'highlighted-message';

/** The tags of a record that have no other field in a comment. */
export const otherTags = (tags: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).filter(([name, value]) => value !== '' && !KNOWN_TAGS.has(name)));

/**
 * Converts a message to a comment of a chat file, with TwitchDownloader's order of keys. A notice is written as other
 * tools expect it: the site's sentence, then the user's message. Data for which the format has no field are in
 * additional keys, which are only written if they have a value.
 */
export function toTdComment({ message, sentAt, tags }: TdEntry, channelId: string): object {
  const { id, atMs, author, flags } = message;
  const fragments = fragmentsOf(message);
  return {
    _id: id,
    created_at: new Date(sentAt).toISOString(),
    channel_id: channelId,
    content_type: 'video',
    content_id: '',
    content_offset_seconds: atMs / 1000,
    commenter: author && {
      display_name: author.name,
      _id: author.id,
      name: author.login,
      bio: null,
      created_at: UNKNOWN_TIME,
      updated_at: UNKNOWN_TIME,
      logo: '',
    },
    message: {
      body: fragments.map((f) => f.text).join(''),
      bits_spent: flags.bits,
      fragments,
      user_badges: author?.badges.map(({ set, version }) => ({ _id: set, version })) ?? [],
      user_color: author?.color ?? null,
      user_notice_params: noticeParams(message, tags),
      emoticons: emoticonsOf(fragments),
      ...extrasOf(message),
      ...tagsOf(message, tags),
    },
  };
}

function fragmentsOf({ notice, fragments }: ChatMessage): TdFragment[] {
  const textFragments = fragments.map(toTdFragment);
  if (!notice || notice.systemText === '') return textFragments;
  return [
    { text: `${notice.systemText}${textFragments.length > 0 ? ' ' : ''}`, emoticon: null, system: true },
    ...textFragments,
  ];
}

function toTdFragment(f: ChatFragment): TdFragment {
  switch (f.type) {
    case 'text':
      return { text: f.text, emoticon: null };
    case 'mention':
      return { text: f.text, emoticon: null, mention: f.login };
    case 'link':
      return { text: f.text, emoticon: null, link: f.url };
    case 'cheer':
      return {
        text: `${f.prefix}${f.bits}`,
        emoticon: null,
        cheer: { bits: f.bits, asset: f.assetKey, color: f.color },
      };
    case 'emote':
      return {
        text: f.name,
        emoticon: f.source === SITE_EMOTES ? { emoticon_id: f.id } : null,
        emote: {
          id: f.id,
          source: f.source,
          zero_width: f.zeroWidth,
          width: f.width,
          height: f.height,
          asset: f.assetKey,
        },
      };
  }
}

/**
 * `end` is one too high, counted in UTF-16, as in TwitchDownloader's files, because readers expect it. The fragments
 * are authoritative.
 */
function emoticonsOf(fragments: readonly TdFragment[]): object[] {
  let begin = 0;
  return fragments.flatMap(({ text, emoticon }) => {
    const here = begin;
    begin += text.length;
    return emoticon ? [{ _id: emoticon.emoticon_id, begin: here, end: begin + 1 }] : [];
  });
}

function noticeParams({ notice, flags }: ChatMessage, tags: TdEntry['tags']): object | null {
  if (!notice) return flags.highlighted ? { msg_id: HIGHLIGHTED } : null;
  const params = Object.entries(tags)
    .filter(([name]) => name.startsWith(NOTICE_PARAM))
    .map(([name, value]) => [name.slice(NOTICE_PARAM.length), value]);
  return {
    msg_id: notice.kind,
    system_msg: notice.systemText,
    params: Object.fromEntries(params) as Record<string, string>,
  };
}

function extrasOf({ kind, flags, reply, deleted, notice }: ChatMessage): object {
  return {
    ...(kind === 'system' ? { is_system: true } : {}),
    ...(kind === 'action' ? { is_action: true } : {}),
    ...(flags.first ? { is_first_message: true } : {}),
    ...(flags.highlighted ? { is_highlighted: true } : {}),
    ...(reply ? { reply } : {}),
    ...(flags.sharedFrom ? { shared_from: flags.sharedFrom } : {}),
    ...(deleted ? { deleted: { at_ms: deleted.atMs, by: deleted.by } } : {}),
    ...(notice ? { notice: { kind: notice.kind, system_text: notice.systemText, color: notice.color } } : {}),
  };
}

function tagsOf({ notice }: ChatMessage, tags: TdEntry['tags']): object {
  const left = Object.entries(tags).filter(([name]) => notice === null || !name.startsWith(NOTICE_PARAM));
  return left.length > 0 ? { tags: Object.fromEntries(left) } : {};
}
