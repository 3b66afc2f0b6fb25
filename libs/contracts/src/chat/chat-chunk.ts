import { ChatRecord } from './chat-record.js';

/** What the name of a chunk tells; see {@link objectKeys.chatChunk}. */
export interface ChatChunkName {
  readonly n: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

const NAME = /^(\d{6,})-(-?\d+)-(-?\d+)-(\d+)\.ndjson$/;

/** The last part of a chunk's key. {@link parseChatChunkName} reads it. */
export const chatChunkName = ({ n, firstAt, lastAt, count }: ChatChunkName): string =>
  `${String(n).padStart(6, '0')}-${firstAt}-${lastAt}-${count}.ndjson`;

/** @param key of the object, or its last part @returns null for what is no chunk of a chat */
export function parseChatChunkName(key: string): ChatChunkName | null {
  const [, n, firstAt, lastAt, count] = NAME.exec(key.slice(key.lastIndexOf('/') + 1)) ?? [];
  return n === undefined
    ? null
    : { n: Number(n), firstAt: Number(firstAt), lastAt: Number(lastAt), count: Number(count) };
}

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
