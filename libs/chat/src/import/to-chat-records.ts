import { type ChatFragment, type ChatMessage, type ChatRecord } from '#libs/contracts';
import { SITE_EMOTES } from '../assets/asset-table.js';
import { type TdEntry } from '../twitch-downloader/td-chat.js';

const fragmentText = (f: ChatFragment): string =>
  f.type === 'emote' ? f.name : f.type === 'cheer' ? `${f.prefix}${f.bits}` : f.text;

/**
 * Converts a message of a file to the records that a recorder would have stored, with its deletion if there is one.
 * Messages without an author are omitted.
 * @param startedAt wall clock of file time 0, ms since the Unix epoch
 */
export function toChatRecords({ message, tags }: TdEntry, startedAt: number): ChatRecord[] {
  const at = Math.round(startedAt + message.atMs);
  const { author, deleted } = message;
  if (!author) return [];
  const record = recordOf(message, { at, tags, author });
  if (!deleted) return [record];
  const removedAt = Math.round(startedAt + deleted.atMs);
  return [
    record,
    { t: 'delete', at: removedAt, seenAt: removedAt, targetId: message.id, login: author.login, tags: {} },
  ];
}

function recordOf(
  { id, kind, fragments, flags, notice }: ChatMessage,
  {
    at,
    tags,
    author,
  }: { readonly at: number; readonly tags: TdEntry['tags']; readonly author: NonNullable<ChatMessage['author']> },
): ChatRecord {
  const base = {
    id,
    at,
    seenAt: at,
    author: { ...author, badges: author.badges.map((b) => ({ ...b })) },
    ...textAndEmotes(fragments),
    tags: {
      ...tags,
      ...(flags.first ? { 'first-msg': '1' } : {}),
      ...(flags.highlighted ? { 'msg-id': 'highlighted-message' } : {}),
    },
  };
  if (notice) return { t: 'notice', ...base, kind: notice.kind, systemText: notice.systemText };
  return { t: 'message', ...base, action: kind === 'action', bits: flags.bits };
}

/** Text and positions of the site's own emotes, in code points. Other emotes are found again by their words. */
function textAndEmotes(fragments: readonly ChatFragment[]): {
  text: string;
  emotes: { id: string; begin: number; end: number }[];
} {
  const emotes: { id: string; begin: number; end: number }[] = [];
  let [text, at] = ['', 0];
  for (const fragment of fragments) {
    const piece = fragmentText(fragment);
    const end = at + Array.from(piece).length;
    if (fragment.type === 'emote' && fragment.source === SITE_EMOTES && end > at)
      emotes.push({ id: fragment.id, begin: at, end });
    text += piece;
    at = end;
  }
  return { text, emotes };
}
