import { type LiveAnswer } from '#libs/providers';

/** What is answered for a channel whose credentials cannot be opened: its site is not asked at all. */
export const SEAL_BROKEN = {
  state: 'unknown',
  reason: 'Its user and password cannot be opened with the keys of this house. Give them again in its settings.',
} as const satisfies LiveAnswer;
