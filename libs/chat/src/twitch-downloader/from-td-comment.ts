import { type ChatFragment, type ChatMessage, type StoredAsset } from '#libs/contracts';
import { AssetTable, SITE_EMOTES } from '../assets/asset-table.js';
import { SITE_PX, splitText } from '../message/split-text.js';
import { type TdEntry } from './td-chat.js';
import { type TdComment, type TdFragment } from './td-chat.wire.js';

const NO_ASSETS = new AssetTable<StoredAsset>();
/** Global cheermote prefixes of the site, for old files without bits. */
const CHEERS =
  /(?:^|\s)(?:cheer|doodlecheer|biblethump|cheerwhal|corgo|uni|showlove|party|seemsgood|pride|kappa|frankerz|heyguys|dansgame|elegiggle|trihard|kreygasm|4head|swiftrage|notlikethis|failfish|vohiyo|pjsalt|mrdestructoid|bday|ripcheer|shamrock)(\d{1,6})(?=\s|$)/giu;

/** Converts a comment; a file of another tool may contain less. `params` of a notice become its original tags. */
export function fromTdComment(comment: TdComment & { readonly params?: Readonly<Record<string, string>> }): TdEntry {
  const { message: m, params = {} } = comment;
  const textFragments = m.fragments.filter((f) => f.system !== true);
  const isHighlighted = m.is_highlighted || m.user_notice_params?.msg_id === 'highlighted-message';
  const message: ChatMessage = {
    id: comment._id,
    atMs: Math.round(comment.content_offset_seconds * 1000),
    kind: kindOf(comment),
    author: authorOf(comment),
    reply: m.reply,
    deleted: m.deleted && { atMs: m.deleted.at_ms, by: m.deleted.by },
    fragments:
      textFragments.length === 0 && m.fragments.length === 0
        ? splitText({ text: m.body, emotes: [] }, { table: NO_ASSETS, paid: false })
        : textFragments.flatMap(toFragment),
    flags: {
      first: m.is_first_message,
      highlighted: isHighlighted,
      bits: m.bits_spent ?? bitsIn(m.body),
      sharedFrom: m.shared_from,
    },
    notice: m.notice && { kind: m.notice.kind, systemText: m.notice.system_text, color: m.notice.color },
  };
  const sentAt = Date.parse(comment.created_at);
  return {
    message,
    sentAt: Number.isNaN(sentAt) ? 0 : sentAt,
    tags: {
      ...m.tags,
      ...Object.fromEntries(Object.entries(params).map(([name, value]) => [`msg-param-${name}`, value])),
    },
  };
}

function kindOf({ message: m }: TdComment): ChatMessage['kind'] {
  if (m.is_system) return 'system';
  if (m.notice) return 'notice';
  return m.is_action ? 'action' : 'message';
}

/** A message without an author is from a deleted account, unless it is a system message of the site. */
function authorOf({ commenter, message: m }: TdComment): ChatMessage['author'] {
  if (m.is_system) return null;
  const badges = m.user_badges.filter((b) => b._id !== '').map((b) => ({ set: b._id, version: b.version }));
  return {
    id: commenter?._id ?? '',
    login: commenter?.name ?? '',
    name: commenter?.display_name ?? '',
    color: m.user_color === '' ? null : m.user_color,
    badges,
  };
}

function toFragment(f: TdFragment): ChatFragment[] {
  const { text, emote, cheer, mention, link } = f;
  if (emote)
    return [
      {
        type: 'emote',
        id: emote.id,
        source: emote.source,
        name: text,
        zeroWidth: emote.zero_width,
        width: emote.width,
        height: emote.height,
        assetKey: emote.asset,
      },
    ];
  if (cheer)
    return [
      {
        type: 'cheer',
        prefix: text.slice(0, -String(cheer.bits).length),
        bits: cheer.bits,
        assetKey: cheer.asset,
        color: cheer.color,
      },
    ];
  if (mention !== undefined) return [{ type: 'mention', text, login: mention }];
  if (link !== undefined) return [{ type: 'link', text, url: link }];
  return thirdPartyFragments(f);
}

function thirdPartyFragments({ text, emoticon }: TdFragment): ChatFragment[] {
  if (!emoticon || emoticon.emoticon_id === '') return text === '' ? [] : [{ type: 'text', text }];
  return [
    {
      type: 'emote',
      id: emoticon.emoticon_id,
      source: SITE_EMOTES,
      name: text,
      zeroWidth: false,
      width: SITE_PX,
      height: SITE_PX,
      assetKey: `emote/${SITE_EMOTES}/${emoticon.emoticon_id}`,
    },
  ];
}

function bitsIn(body: string): number {
  return [...body.matchAll(CHEERS)].reduce((sum, [, bits]) => sum + Number(bits), 0);
}
