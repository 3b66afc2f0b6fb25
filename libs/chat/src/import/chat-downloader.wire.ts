import { z } from 'zod';
import { AssetTable } from '../assets/asset-table.js';
import { splitText } from '../message/split-text.js';
import { type TdEntry } from '../twitch-downloader/td-chat.js';

// Items in the format of chat-downloader (https://github.com/xenova/chat-downloader) and ganymede's live capture,
// parsed tolerantly.

const Text = z.preprocess((v) => (typeof v === 'number' ? String(v) : (v ?? '')), z.string()).catch('');
const Flag = z.boolean().catch(false);
const Num = z
  .preprocess((v) => (typeof v === 'string' && v.trim() !== '' ? Number(v) : v), z.number())
  .nullable()
  .catch(null);
const Item = z.object({
  message_id: Text,
  message: Text,
  message_type: Text,
  action_type: Text,
  /** µs since the Unix epoch. */
  timestamp: Num,
  /** s from the start of the broadcast. */
  time_in_seconds: Num,
  colour: Text,
  is_action: Flag,
  is_first_message: Flag,
  bits_spent: Num,
  bits: Num,
  author: z
    .object({
      id: Text,
      name: Text,
      display_name: Text,
      badges: z.array(z.object({ name: Text, version: Text })).catch([]),
    })
    .catch({ id: '', name: '', display_name: '', badges: [] }),
  emotes: z
    .array(z.object({ id: Text, locations: z.union([z.array(Text), Text.transform((one) => [one])]).catch([]) }))
    .catch([]),
});
type Item = z.infer<typeof Item>;

const NO_PICTURES = new AssetTable<never>();

/**
 * @param startedAt wall clock of file time 0, ms since the Unix epoch; null for the first item, from which it is
 *   computed
 * @returns null if it is not an item; `entry` is null if the item is not a message
 */
export function fromChatDownloader(
  raw: unknown,
  startedAt: number | null,
): { readonly entry: TdEntry | null; readonly startedAt: number } | null {
  const parsed = Item.safeParse(raw);
  if (!parsed.success || (parsed.data.message_id === '' && parsed.data.message === '')) return null;
  const item = parsed.data;
  const sentAt = Math.round((item.timestamp ?? 0) / 1000);
  const begin = startedAt ?? sentAt - Math.round((item.time_in_seconds ?? 0) * 1000);
  return {
    startedAt: begin,
    entry: isMessage(item)
      ? entryOf(item, {
          sentAt,
          atMs: item.time_in_seconds === null ? sentAt - begin : Math.round(item.time_in_seconds * 1000),
        })
      : null,
  };
}

const isMessage = ({ message_type: type, message }: Item): boolean =>
  message !== '' && (type === '' || type === 'text_message' || type === 'highlighted_message');

function entryOf(item: Item, { sentAt, atMs }: { readonly sentAt: number; readonly atMs: number }): TdEntry {
  const bits = item.bits_spent ?? item.bits ?? 0;
  return {
    sentAt,
    tags: {},
    message: {
      id: item.message_id,
      atMs,
      kind: item.is_action ? 'action' : 'message',
      reply: null,
      deleted: null,
      notice: null,
      fragments: splitText({ text: item.message, emotes: emotesOf(item) }, { table: NO_PICTURES, paid: false }),
      author: {
        id: item.author.id,
        login: item.author.name,
        name: item.author.display_name === '' ? item.author.name : item.author.display_name,
        color: /^#[\da-f]{6}$/i.test(item.colour) ? item.colour : null,
        badges: item.author.badges.filter((b) => b.name !== '').map((b) => ({ set: b.name, version: b.version })),
      },
      flags: {
        first: item.is_first_message,
        highlighted: item.message_type === 'highlighted_message',
        bits: Math.max(0, Math.round(bits)),
        sharedFrom: null,
      },
    },
  };
}

/** Parses `0-4,6-10` or a list of such texts; both ends are inclusive. */
const emotesOf = ({ emotes }: Item) =>
  emotes.flatMap(({ id, locations }) =>
    locations
      .flatMap((l) => l.split(','))
      .flatMap((range) => {
        const [, begin, end] = /^(\d+)-(\d+)$/.exec(range.trim()) ?? [];
        return begin === undefined || end === undefined ? [] : [{ id, begin: Number(begin), end: Number(end) + 1 }];
      }),
  );
