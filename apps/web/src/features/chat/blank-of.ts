import { type ChatBook, pageAt } from './chat-book.js';

export type ChatBlankReason = 'failed' | 'loading' | 'no-match' | 'quiet' | 'none';

interface Situation {
  readonly second: number;
  readonly failed: boolean;
  readonly searching: boolean;
  /** What the server says of the VOD. */
  readonly hasChat: boolean;
}

/**
 * Why there is nothing to show at this second. A VOD without chat is told from a chat in which nothing has been said
 * yet (peers.md 5 case 54).
 */
export function blankOf(
  { pages, messages }: Pick<ChatBook, 'pages' | 'messages'>,
  { second, failed, searching, hasChat }: Situation,
): ChatBlankReason {
  const page = pages.get(pageAt(second));
  if (page === undefined) return failed ? 'failed' : 'loading';
  if (searching && messages.length > 0) return 'no-match';
  return hasChat || messages.length > 0 || page.state === 'growing' ? 'quiet' : 'none';
}
