import { ChatRecord } from './chat-record.js';

/** One line of a chunk. `t` comes first, so that a reader who looks for one kind need not parse the others. */
export function encodeChatRecord({ t, ...rest }: ChatRecord): string {
  return `${JSON.stringify({ t, ...rest })}\n`;
}

/**
 * Reads a chunk. A line that is no record (torn by a kill, or of a later version) is left out and counted: one bad line
 * never hides the rest.
 */
export function decodeChat(text: string): { readonly records: ChatRecord[]; readonly bad: number } {
  const records: ChatRecord[] = [];
  let bad = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const record = decodeChatLine(line);
    if (record) records.push(record);
    else bad += 1;
  }
  return { records, bad };
}

/** @returns null for a line that is no record */
export function decodeChatLine(line: string): ChatRecord | null {
  try {
    return ChatRecord.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
