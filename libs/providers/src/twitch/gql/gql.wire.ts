import { z } from 'zod';
import { jsonOf } from '../http/read-json.js';

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
});
/** A refusal of the whole call, also with status 200: `{error, status, message}`. */
const Refusal = z.object({ error: z.string().optional(), message: z.string() });

export interface GqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly string[];
}

/** The parsed response of a call. */
export type GqlReading =
  | { readonly kind: 'answers'; readonly answers: readonly GqlAnswer[] }
  | { readonly kind: 'refusal'; readonly message: string }
  /** Not JSON, or an unknown format: an empty body, an error page of an edge server. */
  | { readonly kind: 'unreadable' };

/**
 * Parses a response of https://gql.twitch.tv/gql as the web player receives it (undocumented; format as in streamlink
 * 8.6 and twitch-dl, Aug 2026). An array contains one answer per operation; a refusal of all of them may be a single
 * object.
 * @param count number of operations sent
 */
export function readGql(text: string, count: number): GqlReading {
  const json = jsonOf(text);
  const list = z
    .array(Answer)
    .length(count)
    .safeParse(Array.isArray(json) ? json : [json]);
  if (list.success && list.data.every(({ data, errors }) => data !== undefined || errors !== undefined))
    return { kind: 'answers', answers: list.data.map(answerOf) };
  const single = Answer.safeParse(json);
  if (single.success && single.data.errors) {
    const one = answerOf({ ...single.data, data: null });
    return { kind: 'answers', answers: Array.from({ length: count }, () => one) };
  }
  const refusal = Refusal.safeParse(json);
  if (!refusal.success) return { kind: 'unreadable' };
  return { kind: 'refusal', message: refusal.data.message === '' ? (refusal.data.error ?? '') : refusal.data.message };
}

const answerOf = ({ data, errors }: z.infer<typeof Answer>): GqlAnswer => ({
  data: data ?? null,
  errors: (errors ?? []).map(({ message }) => message),
});
