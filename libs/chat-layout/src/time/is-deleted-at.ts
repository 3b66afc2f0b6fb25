import { type ChatMessage } from '#libs/contracts';

/** Whether a message had been taken away by file time `t` (ms). */
export const isDeletedAt = ({ deleted }: Pick<ChatMessage, 'deleted'>, t: number): boolean =>
  deleted !== null && deleted.atMs <= t;
