import { isSameMessage } from '#libs/messages';
import { type LiveAnswer } from '#libs/providers';
import { type ChannelEntity } from '../persistence/entities/channel.entity.js';

type Known = Pick<ChannelEntity, 'isLive' | 'verdictState' | 'verdictReason' | 'checkedAt'>;

/**
 * Most channels are off most of the time, and a site that is away is away for all of its channels: nothing is read or
 * written for what their rows say already.
 */
export function isUnchangedStatus(
  { isLive, verdictState, verdictReason, checkedAt }: Known,
  answer: LiveAnswer,
): boolean {
  if (checkedAt === null || answer.state === 'live' || answer.state === 'unsure') return false;
  if (!isSameMessage(verdictReason, answer.reason)) return false;
  return answer.state === 'unknown' ? verdictState === 'unreachable' : verdictState === 'offline' && !isLive;
}
