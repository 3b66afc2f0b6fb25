import { type ChatRecord, decodeChatLine } from '#libs/contracts';

export type GapRecord = Extract<ChatRecord, { t: 'gap' }>;
export type ActRecord = Extract<ChatRecord, { t: 'delete' | 'clear' }>;

const HEADS = ['{"t":"delete"', '{"t":"clear"', '{"t":"gap"'] as const;

/**
 * The records of a chunk that say something of others: what moderators did, and where nobody listened. They are few:
 * each is found by the head of its line, without reading the rest of the chat as JSON.
 * @param text of a chunk, as `encodeChatRecord` writes it
 */
export function actsAndGaps(text: string): (ActRecord | GapRecord)[] {
  const lines = text.split('\n').filter((line) => HEADS.some((head) => line.startsWith(head)));
  return lines
    .map(decodeChatLine)
    .filter((record) => record?.t === 'delete' || record?.t === 'clear' || record?.t === 'gap');
}
