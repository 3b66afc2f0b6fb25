import { CLEARED_ID, type ChatMessage, type ChatRecord, type StoredAsset } from '#libs/contracts';
import { type AssetTable } from '../assets/asset-table.js';
import { type WrittenRecord } from '../assets/assets-used.js';
import { splitText } from './split-text.js';

export interface MessageContext {
  readonly table: AssetTable<StoredAsset>;
  /** File time of the record, ms. */
  readonly atMs: number;
  readonly deleted: ChatMessage['deleted'];
}

/**
 * Converts a record for player and render. Uses the known tags of the site's chat
 * (docs/reference/twitch.md#chat-lines); unknown tags are ignored and remain in the record.
 * @returns null if the record is not a line of chat: a moderator's action, a gap, a change of the room without a text
 */
export function toChatMessage(record: ChatRecord, context: MessageContext): ChatMessage | null {
  if (record.t === 'message' || record.t === 'notice') return toWrittenMessage(record, context);
  if (record.t === 'room' && record.text !== '')
    return toSystemMessage(`room/${record.at}/${record.text}`, record.text, context);
  if (record.t === 'clear' && record.userId === null)
    return toSystemMessage(`${CLEARED_ID}${record.at}`, 'The chat was cleared by a moderator.', context);
  return null;
}

function toWrittenMessage(record: WrittenRecord, { table, atMs, deleted }: MessageContext): ChatMessage {
  const { id, author, tags } = record;
  const bits = record.t === 'message' ? record.bits : 0;
  return {
    id,
    atMs,
    kind: kindOf(record),
    author,
    fragments: splitText(record, { table, paid: bits > 0 }),
    reply: replyOf(tags),
    deleted,
    flags: {
      first: tags['first-msg'] === '1',
      highlighted: record.t === 'message' && tags['msg-id'] === 'highlighted-message',
      bits,
      sharedFrom: sharedFrom(tags),
      ...(record.addedAt !== undefined && { added: true }),
    },
    notice: record.t === 'notice' ? { kind: record.kind, systemText: record.systemText, color: colorOf(tags) } : null,
  };
}

function kindOf(record: WrittenRecord): ChatMessage['kind'] {
  if (record.t === 'notice') return 'notice';
  return record.action ? 'action' : 'message';
}

type Tags = WrittenRecord['tags'];

function replyOf(tags: Tags): ChatMessage['reply'] {
  const id = tags['reply-parent-msg-id'] ?? '';
  if (id === '') return null;
  const login = tags['reply-parent-user-login'] ?? '';
  return {
    id,
    login,
    name: orElse(tags['reply-parent-display-name'], login),
    body: tags['reply-parent-msg-body'] ?? '',
  };
}

const orElse = (text: string | undefined, other: string): string => (text === undefined || text === '' ? other : text);

/** Shared chat: the room in which the line was written, if it is another one. */
function sharedFrom(tags: Tags): ChatMessage['flags']['sharedFrom'] {
  const id = tags['source-room-id'] ?? '';
  return id === '' || id === tags['room-id'] ? null : { id, name: null };
}

function colorOf(tags: Tags): string | null {
  const color = tags['msg-param-color'] ?? '';
  return color === '' ? null : color.toLowerCase();
}

const toSystemMessage = (id: string, text: string, { atMs, deleted }: MessageContext): ChatMessage => ({
  id,
  atMs,
  kind: 'system',
  author: null,
  fragments: [{ type: 'text', text }],
  reply: null,
  flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
  deleted,
  notice: null,
});
