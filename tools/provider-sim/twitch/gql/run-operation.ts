import { randomBytes } from 'node:crypto';
import { type DocumentNode, execute, type ExecutionResult, GraphQLError, parse, validate } from 'graphql';
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

interface Checked {
  readonly document: DocumentNode;
  readonly faults: readonly GraphQLError[];
}

/** Clients send the same few documents thousands of times. */
const checked = new Map<string, Checked>();

/** @throws GraphQLError a document that cannot be parsed */
function checkedDocument(text: string): Checked {
  const known = checked.get(text);
  if (known) return known;
  const document = parse(text);
  const made = { document, faults: validate(SCHEMA, document) };
  checked.set(text, made);
  return made;
}

/** @param isWithdrawn no hash is known any more; documents as text still work */
export async function runOperation(
  operation: GqlOperation,
  context: GqlContext,
  isWithdrawn: boolean,
): Promise<object> {
  const found = documentOf(operation, isWithdrawn);
  if (!found) return failedWith('PersistedQueryNotFound', operation);
  const { data, errors } = await answerOf(found, operation, context);
  const failed = errors?.map(({ message, path }) => ({ message, ...(path ? { path } : {}) }));
  return {
    ...(failed ? { errors: failed } : {}),
    ...(data === undefined ? {} : { data }),
    ...extensionsOf(found.name),
  };
}

async function answerOf(
  { text, name }: Document,
  { variables }: GqlOperation,
  context: GqlContext,
): Promise<ExecutionResult> {
  let made: Checked;
  try {
    made = checkedDocument(text);
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown;
    return { errors: [thrown] };
  }
  if (made.faults.length > 0) return { errors: made.faults };
  return execute({
    schema: SCHEMA,
    document: made.document,
    rootValue: ROOT,
    contextValue: context,
    variableValues: variables ?? {},
    operationName: name,
  });
}
