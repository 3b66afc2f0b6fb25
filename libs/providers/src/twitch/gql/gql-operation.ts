/** One question. The site forgets persisted queries without notice (streamlink#6720, Nov 2025), so each hash is tried in turn and the text last. */
export interface GqlOperation {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** SHA-256 of queries that the site keeps, the newest first. */
  readonly hashes: readonly string[];
  /** The whole query. */
  readonly query: string;
}

/** How many ways there are to ask it. */
export const waysToAsk = ({ hashes }: GqlOperation): number => hashes.length + 1;

/** The JSON of an operation. @param way 0 is the first hash; past the last one stands the text */
export function operationBody({ operationName, variables, hashes, query }: GqlOperation, way: number): object {
  const sha256Hash = hashes[way];
  return sha256Hash === undefined ? { operationName, variables, query } : { operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } };
}
