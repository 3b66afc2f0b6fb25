import { z } from 'zod';
import { type GqlOperation } from './gql-operation.js';
import { type Gql, type GqlOptions } from './gql.js';

const question = (id: string): GqlOperation => ({
  operationName: 'ChannelLogin',
  hashes: [],
  query: 'query ChannelLogin($id: ID!) { user(id: $id) { id login } }',
  variables: { id },
});
const Answer = z.object({ user: z.object({ login: z.string() }).nullish() });

/**
 * Loads a channel's current login by its id; null if the site does not know it.
 * @throws like {@link Gql.run}
 */
export async function loginNow(
  gql: Gql,
  userId: string,
  { signal, ...options }: Pick<GqlOptions, 'proxy'> & { readonly signal: AbortSignal },
): Promise<string | null> {
  const [result] = await gql.run([question(userId)], options, signal);
  return Answer.safeParse(result?.data).data?.user?.login ?? null;
}
