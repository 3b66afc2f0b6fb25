import { isChatCleared, type ChatGap, type ChatMessage } from '#libs/contracts';
import { countUntil, containsWord, messagesAt } from '#libs/chat-layout';

/** Most messages in the panel; older ones have scrolled out. */
export const SHOWN_MESSAGES = 120;

/**
 * Hides messages of other viewers than `viewer`, messages with a hidden word, and deleted messages if `hideDeleted` is
 * set. These are hidden from the start, so that they never appear briefly.
 */
export interface ChatFilter {
  readonly viewer: string;
  readonly hidden: readonly string[];
  readonly hideDeleted: boolean;
}

export function isShown(message: ChatMessage, { viewer, hidden, hideDeleted }: ChatFilter): boolean {
  if (hideDeleted && message.deleted !== null) return false;
  if (viewer !== '' && !isBy(message, viewer)) return false;
  return hidden.length === 0 || !containsWord(plainText(message), hidden);
}

function isBy({ author }: ChatMessage, viewer: string): boolean {
  const part = viewer.trim().replace(/^@/, '').toLowerCase();
  return author !== null && [author.login, author.name].some((name) => name.toLowerCase().includes(part));
}

/** The text of a message, with emotes and cheers as text. */
export const plainText = ({ fragments }: Pick<ChatMessage, 'fragments'>): string =>
  fragments
    .map((f) => (f.type === 'emote' ? f.name : f.type === 'cheer' ? `${f.prefix}${String(f.bits)}` : f.text))
    .join('');

export const hiddenWordsOf = (setting: string): string[] => setting.split(/[\s,]+/).filter((word) => word !== '');

/** The times at which the displayed chat changes: a message appears or is deleted. Sorted, ms. */
export function momentsOf(messages: readonly ChatMessage[]): readonly { readonly atMs: number }[] {
  return messages
    .flatMap((m) => [m.atMs, ...(m.deleted === null ? [] : [m.deleted.atMs])])
    .sort((a, b) => a - b)
    .map((atMs) => ({ atMs }));
}

/** The latest moment up to `t`; the chat looks the same at both. Before the first moment it is -Infinity. */
export const momentAt = (moments: ReturnType<typeof momentsOf>, t: number): number =>
  moments[countUntil(moments, t) - 1]?.atMs ?? -Infinity;

export const shownAt = (messages: readonly ChatMessage[], t: number, filter: ChatFilter): ChatMessage[] =>
  messagesAt(messages, t, { limit: SHOWN_MESSAGES, isShown: (m) => isShown(m, filter) });

/** Adds a system line at the start of each gap, so that it does not look like a quiet chat. */
export function withGaps(
  messages: readonly ChatMessage[],
  gaps: readonly ChatGap[],
  gapText: (gap: ChatGap) => string,
): readonly ChatMessage[] {
  if (gaps.length === 0) return messages;
  return [...messages, ...gaps.map((gap) => gapLine(gap, gapText(gap)))].sort((a, b) => a.atMs - b.atMs);
}

/** Replaces the English text of the lines that report a cleared chat. */
export const withClearedText = (messages: readonly ChatMessage[], text: string): readonly ChatMessage[] =>
  messages.some(isChatCleared)
    ? messages.map((m) => (isChatCleared(m) ? { ...m, fragments: [{ type: 'text', text }] } : m))
    : messages;

const gapLine = ({ from }: ChatGap, text: string): ChatMessage => ({
  id: `gap-${String(from)}`,
  atMs: from * 1000,
  kind: 'system',
  author: null,
  fragments: [{ type: 'text', text }],
  reply: null,
  flags: { first: false, highlighted: false, bits: 0, sharedFrom: null },
  deleted: null,
  notice: null,
});
