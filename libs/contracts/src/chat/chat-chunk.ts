import { ChatRecord } from './chat-record.js';

/** Data in the name of a chunk; see {@link objectKeys.chatChunk}. */
export interface ChatChunkName {
  readonly n: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
}

const CHUNK_NAME = /^(\d{6,})-(-?\d+)-(-?\d+)-(\d+)\.ndjson$/;

/** The last part of a chunk's key. {@link parseChatChunkName} reads it. */
export const chatChunkName = ({ n, firstAt, lastAt, count }: ChatChunkName): string =>
  `${String(n).padStart(6, '0')}-${firstAt}-${lastAt}-${count}.ndjson`;

/** @param key key of the object, or its last part @returns null if it is not a chat chunk */
export function parseChatChunkName(key: string): ChatChunkName | null {
  const [, n, firstAt, lastAt, count] = CHUNK_NAME.exec(key.slice(key.lastIndexOf('/') + 1)) ?? [];
  return n === undefined
    ? null
    : { n: Number(n), firstAt: Number(firstAt), lastAt: Number(lastAt), count: Number(count) };
}

/** Encodes one line of a chunk. `t` comes first, so that a reader of one kind need not parse the other lines. */
export function encodeChatRecord({ t, ...rest }: ChatRecord): string {
  return `${JSON.stringify({ t, ...rest })}\n`;
}

/**
 * Decodes a chunk. Invalid lines (truncated by a kill, or from a later version) are skipped and counted, so that one
 * bad line never hides the others.
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

/** @returns null if the line is not a record */
export function decodeChatLine(line: string): ChatRecord | null {
  try {
    return ChatRecord.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
