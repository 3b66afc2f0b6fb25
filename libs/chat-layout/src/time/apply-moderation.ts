import { type ChatMessage, type ChatModeration } from '#libs/contracts';

/** Whether an action deletes this message. Later messages and deleted ones are not affected. */
function isDeletedBy({ atMs, messageId, userId }: ChatModeration, message: ChatMessage): boolean {
  if (message.deleted !== null || message.atMs > atMs) return false;
  if (messageId !== null) return message.id === messageId;
  return userId === null ? message.kind !== 'system' : message.author?.id === userId;
}

/**
 * Marks the messages that moderators deleted. Removes none of them: a setting decides how they are shown. Unaffected
 * messages stay the same objects.
 */
export function applyModeration(
  messages: readonly ChatMessage[],
  actions: readonly ChatModeration[],
): readonly ChatMessage[] {
  if (actions.length === 0) return messages;
  return messages.map((message) => {
    const action = actions.find((a) => isDeletedBy(a, message));
    return action === undefined ? message : { ...message, deleted: { atMs: action.atMs, by: action.by } };
  });
}

/** Whether a message was deleted at or before file time `t` (ms). */
export const isDeletedAt = ({ deleted }: Pick<ChatMessage, 'deleted'>, t: number): boolean =>
  deleted !== null && deleted.atMs <= t;
