import { message } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';

/** Answer for a channel whose credentials cannot be decrypted. Its site gets no request. */
export const UNREADABLE_CREDENTIALS = {
  state: 'unknown',
  reason: message('verdict.seal-broken'),
} as const satisfies LiveAnswer;
