import { type z } from 'zod';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';

/** Parses a text as JSON; null if it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the valid rows; an invalid row does not affect the others. */
export const rowsOf = <T>(shape: z.ZodType<T>, rows: readonly unknown[]): readonly T[] =>
  rows.flatMap((row) => shape.safeParse(row).data ?? []);

/**
 * Parses the whole response.
 * @throws OutsideError `site-away`: the response does not have the service's format
 */
export function answerOf<T>(shape: z.ZodType<T>, json: unknown): T {
  const read = shape.safeParse(json);
  if (read.success) return read.data;
  throw new OutsideError(message('error.site-away.not-of-it'));
}
