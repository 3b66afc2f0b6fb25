import { isSameMessage } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';

type Known = Pick<ChannelEntity, 'isLive' | 'verdictState' | 'verdictReason' | 'checkedAt'>;

/**
 * Whether a response matches the row already, so that nothing has to be read or written. Most channels are offline most
 * of the time, and an unavailable site is unavailable for all its channels.
 */
export function isUnchangedStatus(
  { isLive, verdictState, verdictReason, checkedAt }: Known,
  answer: LiveAnswer,
): boolean {
  if (checkedAt === null || answer.state === 'live' || answer.state === 'unsure') return false;
  if (!isSameMessage(verdictReason, answer.reason)) return false;
  return answer.state === 'unknown' ? verdictState === 'unreachable' : verdictState === 'offline' && !isLive;
}
