import { type z } from 'zod';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';

/** What a text says as JSON; null where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The rows that can be read; one that cannot costs itself alone. */
export const rowsOf = <T>(shape: z.ZodType<T>, rows: readonly unknown[]): readonly T[] =>
  rows.flatMap((row) => shape.safeParse(row).data ?? []);

/** The whole answer. @throws OutsideError `site-away` when it is none of that service */
export function answerOf<T>(shape: z.ZodType<T>, json: unknown): T {
  const read = shape.safeParse(json);
  if (read.success) return read.data;
  throw new OutsideError(message('error.site-away.not-of-it'));
}
