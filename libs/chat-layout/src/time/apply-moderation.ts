import { type ChatMessage, type ChatModeration } from '#libs/contracts';

/** Whether an action takes this message away: what came later, or is gone already, it leaves. */
function meets({ atMs, messageId, userId }: ChatModeration, message: ChatMessage): boolean {
  if (message.deleted !== null || message.atMs > atMs) return false;
  if (messageId !== null) return message.id === messageId;
  return userId === null ? message.kind !== 'system' : message.author?.id === userId;
}

/**
 * Marks the messages that moderators removed. Drops none of them: a setting decides how they look. Untouched messages
 * stay the same objects.
 */
export function applyModeration(
  messages: readonly ChatMessage[],
  actions: readonly ChatModeration[],
): readonly ChatMessage[] {
  if (actions.length === 0) return messages;
  return messages.map((message) => {
    const action = actions.find((a) => meets(a, message));
    return action === undefined ? message : { ...message, deleted: { atMs: action.atMs, by: action.by } };
  });
}

/** Whether a message had been taken away by file time `t` (ms). */
export const isDeletedAt = ({ deleted }: Pick<ChatMessage, 'deleted'>, t: number): boolean =>
  deleted !== null && deleted.atMs <= t;
