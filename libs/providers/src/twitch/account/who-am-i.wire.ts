import { z } from 'zod';
import { type GqlOperation } from '../gql/gql-operation.js';

/** Whose playback token it is: https://gql.twitch.tv/gql, undocumented, as the web player asks (2026). */
export const WHO_AM_I: GqlOperation = {
  operationName: 'VodkeepWhoAmI',
  variables: {},
  hashes: [],
  query: 'query VodkeepWhoAmI { currentUser { id login displayName } }',
};

const Answer = z.object({ currentUser: z.object({ login: z.string().min(1) }) });

/** @returns null when the token is nobody's */
export const readWhoAmI = (data: Readonly<Record<string, unknown>>): string | null =>
  Answer.safeParse(data).data?.currentUser.login ?? null;
