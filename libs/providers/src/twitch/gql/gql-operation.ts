/**
 * One question. The site forgets persisted queries without notice (streamlink#6720, Nov 2025), so each hash is tried in
 * turn and the text last.
 */
export interface GqlOperation {
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** SHA-256 of queries that the site keeps, the newest first. */
  readonly hashes: readonly string[];
  /** The whole query. */
  readonly query: string;
  /** The same with fewer fields, should the site have dropped one of them; less is reported then. */
  readonly plainer?: string;
}

/** How many ways there are to ask it. */
export const variantCount = ({ hashes, plainer }: GqlOperation): number =>
  hashes.length + (plainer === undefined ? 1 : 2);

/** The JSON of an operation. @param way 0 is the first hash; past the last one stands the text, then the plainer one */
export function operationBody({ operationName, variables, hashes, query, plainer }: GqlOperation, way: number): object {
  const sha256Hash = hashes[way];
  if (sha256Hash !== undefined)
    return { operationName, variables, extensions: { persistedQuery: { version: 1, sha256Hash } } };
  return { operationName, variables, query: way > hashes.length ? (plainer ?? query) : query };
}
