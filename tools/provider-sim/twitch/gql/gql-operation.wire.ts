import { z } from 'zod';

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

/** A request holds one, or several that are answered in the same order. */
export const GqlRequest = z.union([GqlOperation, z.array(GqlOperation).min(1).max(35)]);
