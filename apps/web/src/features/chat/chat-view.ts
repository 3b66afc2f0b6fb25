import { type ChatGap, type ChatMessage } from '#libs/contracts';
import { countUntil, containsWord, messagesAt } from '#libs/chat-layout';

/** How many messages stand in the panel: what is older has scrolled by. */
export const SHOWN_MESSAGES = 120;

/**
 * What is left out: messages of others than the viewer looked for, with a hidden word, or taken away where that hides
 * them (from the start: nobody shall see it flash by).
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

/** What was written, without pictures. */
export const plainText = ({ fragments }: Pick<ChatMessage, 'fragments'>): string =>
  fragments
    .map((f) => (f.type === 'emote' ? f.name : f.type === 'cheer' ? `${f.prefix}${String(f.bits)}` : f.text))
    .join('');

export const hiddenWordsOf = (setting: string): string[] => setting.split(/[\s,]+/).filter((word) => word !== '');

/** The times at which chat looks different from before: something is said, or taken away. Sorted, ms. */
export function momentsOf(messages: readonly ChatMessage[]): readonly { readonly atMs: number }[] {
  return messages
    .flatMap((m) => [m.atMs, ...(m.deleted === null ? [] : [m.deleted.atMs])])
    .sort((a, b) => a - b)
    .map((atMs) => ({ atMs }));
}

/** The last moment until `t`: chat looks the same at both. Before the first it is -Infinity. */
export const momentAt = (moments: ReturnType<typeof momentsOf>, t: number): number =>
  moments[countUntil(moments, t) - 1]?.atMs ?? -Infinity;

export const shownAt = (messages: readonly ChatMessage[], t: number, filter: ChatFilter): ChatMessage[] =>
  messagesAt(messages, t, { limit: SHOWN_MESSAGES, isShown: (m) => isShown(m, filter) });

/** A gap as a line of the system where it begins, so that silence is not taken for a quiet chat. */
export function withGaps(
  messages: readonly ChatMessage[],
  gaps: readonly ChatGap[],
  gapText: (gap: ChatGap) => string,
): readonly ChatMessage[] {
  if (gaps.length === 0) return messages;
  return [...messages, ...gaps.map((gap) => gapLine(gap, gapText(gap)))].sort((a, b) => a.atMs - b.atMs);
}

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
