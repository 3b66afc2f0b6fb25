import { message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';

/** What is answered for a channel whose credentials cannot be opened: its site is not asked at all. */
export const UNREADABLE_CREDENTIALS = {
  state: 'unknown',
  reason: message('verdict.seal-broken'),
} as const satisfies LiveAnswer;
