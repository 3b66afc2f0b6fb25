import { z } from 'zod';
import { jsonOf } from '../http/read-json.js';

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
});
/** Where the whole call is refused, also with status 200: `{error, status, message}`. */
const Refusal = z.object({ error: z.string().optional(), message: z.string() });

/** One operation's answer. */
export interface GqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly string[];
}

/** What came back for a call. */
export type GqlReading =
  | { readonly kind: 'answers'; readonly answers: readonly GqlAnswer[] }
  | { readonly kind: 'refusal'; readonly message: string }
  /** No JSON, or none that we know: an empty body, a page of an edge. */
  | { readonly kind: 'unreadable' };

/**
 * Reads a body of https://gql.twitch.tv/gql as its web player gets it (undocumented; shapes as streamlink 8.6 and
 * twitch-dl read them, Aug 2026). An array has an answer per operation; where the site refuses all of them it may send
 * one object alone.
 * @param count how many operations were asked
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
