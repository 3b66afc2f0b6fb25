import { z } from 'zod';

/**
 * One request of a capture and its response, as recorded for the analysis of a source: a line of an NDJSON file
 * ({@link objectKeys.trace}). Values of queries, and the names in the path of a source's own address and of the targets of its redirects, are
 * replaced by hashes, the same value by the same hash within a file, because they may be secrets of the operator. Requests are
 * without their headers for the same reason.
 */
export const TraceRecord = z.object({
  /** When it was sent, ms since the Unix epoch. */
  at: z.int(),
  /** Until its result, ms. */
  tookMs: z.int(),
  url: z.string(),
  /** First byte and length, of a request for a range. */
  range: z.tuple([z.int(), z.int()]).nullable(),
  /** 0: no complete response; `failed` says why. */
  status: z.int(),
  failed: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  /** Length of the body. */
  bytes: z.int().nonnegative(),
  /** The body of a playlist; cut after {@link TRACED_TEXT_CHARS}. */
  text: z.string().optional(),
  /** The first bytes of any other body, base64. Absent for a body so short that it may be a key. */
  head: z.string().optional(),
});
export type TraceRecord = z.infer<typeof TraceRecord>;

/** Longest text of a {@link TraceRecord}. */
export const TRACED_TEXT_CHARS = 128 * 1024;

/** Decodes a trace. Invalid lines are skipped. */
export const decodeTrace = (text: string): TraceRecord[] =>
  text.split('\n').flatMap((line) => {
    try {
      return TraceRecord.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
