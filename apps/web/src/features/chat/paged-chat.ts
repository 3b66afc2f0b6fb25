import { applyModeration } from '#libs/chat-layout';
import { type ChatGap, type ChatMessage, type ChatPage } from '#libs/contracts';

/** Seconds of the file per page. */
const PAGE_S = 60;
/** Seconds before the first frame whose messages belong to the first page. */
export const BEFORE_S = 600;
/** Seconds before the end of a page at which the next one is requested. */
const AHEAD_S = 20;
/** Earlier pages are loaded until there are this many messages, or this many pages. */
const ENOUGH = 100;
const BACK_PAGES = 5;
const MAX_PAGES = 60;
/**
 * ms until an incomplete page is requested again: while it grows, and after its VOD has ended (a stream that returns
 * reopens it).
 */
const AGAIN_MS = { growing: 2500, ended: 30_000 } as const;

interface LoadedPage {
  readonly completeTo: number;
  readonly state: 'whole' | 'cut' | 'growing' | 'ended';
  readonly requestedAt: number;
}

/** The loaded chat of one VOD. Messages in order of time, without duplicates. */
export interface PagedChat {
  readonly pages: ReadonlyMap<number, LoadedPage>;
  readonly messages: readonly ChatMessage[];
  readonly gaps: readonly ChatGap[];
}
interface ChatWant {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

export const EMPTY_CHAT: PagedChat = { pages: new Map(), messages: [], gaps: [] };
export const pageAt = (second: number): number => Math.max(0, Math.floor(second / PAGE_S));
const startOf = (index: number): number => (index === 0 ? -BEFORE_S : index * PAGE_S);
const endOf = (index: number): number => (index + 1) * PAGE_S;

/** The next page to load for second `t` of the file; null: nothing is needed. `nowMs`: a monotonic clock. */
export function wantedAt(loaded: PagedChat, t: number, nowMs: number): ChatWant | null {
  const index = pagesFor(loaded, t).find((i) => isDue(loaded.pages.get(i), nowMs));
  if (index === undefined) return null;
  return { index, from: loaded.pages.get(index)?.completeTo ?? startOf(index), to: endOf(index) };
}

function pagesFor(loaded: PagedChat, t: number): number[] {
  const here = pageAt(t);
  const wanted = [here];
  if (endOf(here) - t < AHEAD_S && loaded.pages.get(here)?.state === 'whole') wanted.push(here + 1);
  if ((loaded.pages.get(here - 1)?.state ?? 'whole') !== 'whole') wanted.push(here - 1);
  let known = loaded.messages.filter((m) => m.atMs <= t * 1000 && m.atMs >= startOf(here) * 1000).length;
  for (let i = here - 1; i >= 0 && here - i <= BACK_PAGES && known < ENOUGH; i--) {
    wanted.push(i);
    known += loaded.messages.filter((m) => pageAt(m.atMs / 1000) === i).length;
  }
  return wanted;
}

function isDue(page: LoadedPage | undefined, nowMs: number): boolean {
  if (page === undefined || page.state === 'cut') return true;
  return page.state !== 'whole' && nowMs - page.requestedAt >= AGAIN_MS[page.state];
}

/** Merges the answer to `want`: new messages in order, and moderators' actions on earlier messages. */
export function takePage(
  loaded: PagedChat,
  want: ChatWant,
  { page, nowMs }: { readonly page: ChatPage; readonly nowMs: number },
): PagedChat {
  const pages = new Map(loaded.pages).set(want.index, {
    completeTo: Math.max(want.from, page.complete_to),
    state: stateOf(want, page),
    requestedAt: nowMs,
  });
  const dropped = farthest([...pages.keys()], want.index);
  for (const index of dropped) pages.delete(index);
  const retained =
    dropped.length === 0 ? loaded.messages : loaded.messages.filter((m) => !dropped.includes(pageAt(m.atMs / 1000)));
  return {
    pages,
    messages: applyModeration(merge(retained, page.messages), page.moderation),
    gaps: mergeGaps(loaded.gaps, page.gaps),
  };
}

/** A page that is cut at its start would be requested endlessly, so it waits like a growing one. */
function stateOf({ from, to }: ChatWant, page: ChatPage): LoadedPage['state'] {
  if (page.complete_to >= to) return 'whole';
  if (page.cut && page.complete_to > from) return 'cut';
  return page.growing || page.cut ? 'growing' : 'ended';
}

function farthest(indexes: readonly number[], here: number): number[] {
  return [...indexes].sort((a, b) => Math.abs(a - here) - Math.abs(b - here)).slice(MAX_PAGES);
}

function merge(old: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  if (more.length === 0) return old;
  const known = new Set(old.map((m) => m.id));
  const fresh = more.filter((m) => !known.has(m.id));
  return fresh.length === 0 ? old : [...old, ...fresh].sort((a, b) => a.atMs - b.atMs);
}

function mergeGaps(old: readonly ChatGap[], more: readonly ChatGap[]): readonly ChatGap[] {
  const starts = new Map([...old, ...more].map((gap) => [gap.from, gap]));
  return [...starts.values()].sort((a, b) => a.from - b.from);
}

type ChatEmptyReason = 'failed' | 'loading' | 'no-match' | 'quiet' | 'none';

interface Situation {
  readonly second: number;
  readonly failed: boolean;
  readonly searching: boolean;
  /** Whether the server reports chat for the VOD. */
  readonly hasChat: boolean;
}

/** Why there is nothing to show at this second. A VOD without chat differs from a chat without messages so far. */
export function emptyStateOf(
  { pages, messages }: Pick<PagedChat, 'pages' | 'messages'>,
  { second, failed, searching, hasChat }: Situation,
): ChatEmptyReason {
  const page = pages.get(pageAt(second));
  if (page === undefined) return failed ? 'failed' : 'loading';
  if (searching && messages.length > 0) return 'no-match';
  return hasChat || messages.length > 0 || page.state === 'growing' ? 'quiet' : 'none';
}
