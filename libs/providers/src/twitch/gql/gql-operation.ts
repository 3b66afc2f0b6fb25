/**
 * One GraphQL request. The site drops persisted queries without notice (streamlink#6720, Nov 2025), so each hash is
 * tried in turn, and the full query last.
 */
export interface GqlOperation {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** SHA-256 hashes of persisted queries, the newest first. */
  readonly hashes: readonly string[];
  /** The full query. */
  readonly query: string;
  /** The query with fewer fields, in case the site has removed one of them; the result then contains less. */
  readonly plainer?: string;
}

/** The number of variants to try. */
export const variantCount = ({ hashes, plainer }: GqlOperation): number =>
  hashes.length + (plainer === undefined ? 1 : 2);

/**
 * Builds the JSON of an operation.
 * @param way the variant: 0 is the first hash; after the last hash comes the full query, then the plainer one
 */
export function operationBody({ operationName, variables, hashes, query, plainer }: GqlOperation, way: number): object {
  const sha256Hash = hashes[way];
  if (sha256Hash !== undefined)
    return { operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } };
  return { operationName, variables, query: way > hashes.length ? (plainer ?? query) : query };
}
