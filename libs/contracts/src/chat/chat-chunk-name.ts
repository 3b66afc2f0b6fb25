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
