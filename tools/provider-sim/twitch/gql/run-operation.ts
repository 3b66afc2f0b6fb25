import { randomBytes } from 'node:crypto';
import { graphql } from 'graphql';
import { z } from 'zod';
import type { GqlContext } from './gql-context.js';
import { CHAT_ROOT } from './chat-pictures.js';
import { PERSISTED_QUERIES } from './persisted-queries.js';
import { SCHEMA } from './schema.js';
import { TOKEN_ROOT } from './token-root.js';
import { USER_ROOT } from './user-root.js';

/** One operation of a request: by the hash of a document, or with its text. */
export const GqlOperation = z.object({
  operationName: z.string().nullish(),
  query: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z
    .object({ persistedQuery: z.object({ version: z.number(), sha256Hash: z.string() }).nullish() })
    .nullish(),
});
export type GqlOperation = z.infer<typeof GqlOperation>;

/** A request contains one operation, or several; the responses have the same order. */
export const GqlRequest = z.union([GqlOperation, z.array(GqlOperation).min(1).max(35)]);

const ROOT = { ...TOKEN_ROOT, ...USER_ROOT, ...CHAT_ROOT };

function extensionsOf(operationName: string | null | undefined): object {
  return {
    extensions: {
      durationMilliseconds: 7,
      ...(operationName ? { operationName } : {}),
      requestID: randomBytes(13).toString('hex').toUpperCase(),
    },
  };
}

/** An error instead of data, with status 200, as on the site. */
export const failedWith = (message: string, { operationName }: GqlOperation): object => ({
  errors: [{ message }],
  ...extensionsOf(operationName),
});

/** A timeout of a part: its data is null, which says nothing about whether it exists. */
export function timedOut({ operationName }: GqlOperation): object {
  return {
    errors: [{ message: 'service timeout', path: ['streamPlaybackAccessToken'] }],
    data: { streamPlaybackAccessToken: null, user: null },
    ...extensionsOf(operationName),
  };
}

interface Document {
  readonly text: string;
  readonly name: string | null;
}

/** @returns null for an unknown hash */
function documentOf({ operationName, query, extensions }: GqlOperation, isWithdrawn: boolean): Document | null {
  if (query) return { text: query, name: operationName || null };
  return (isWithdrawn ? undefined : PERSISTED_QUERIES[extensions?.persistedQuery?.sha256Hash ?? '']) ?? null;
}

/** @param isWithdrawn no hash is known any more; documents as text still work */
export async function runOperation(
  operation: GqlOperation,
  context: GqlContext,
  isWithdrawn: boolean,
): Promise<object> {
  const found = documentOf(operation, isWithdrawn);
  if (!found) return failedWith('PersistedQueryNotFound', operation);
  const { data, errors } = await graphql({
    schema: SCHEMA,
    source: found.text,
    rootValue: ROOT,
    contextValue: context,
    variableValues: operation.variables ?? {},
    operationName: found.name,
  });
  const failed = errors?.map(({ message, path }) => ({ message, ...(path ? { path } : {}) }));
  return {
    ...(failed ? { errors: failed } : {}),
    ...(data === undefined ? {} : { data }),
    ...extensionsOf(found.name),
  };
}
