import { MASK } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Logger } from '@nestjs/common';
import { type z } from 'zod';

/** A field before and after an edit, as text; null if empty. */
export interface EditedField {
  readonly name: string;
  readonly was: string | null;
  readonly now: string | null;
  /** Hides both values in the log. */
  readonly isSecret?: boolean;
}

/** Maximum number of logged characters of a value. */
const MAX_TEXT_LENGTH = 200;
const log = new Logger('edit');

/** @param sent version that the edit is based on; undefined if the client sends none (v0), and its edit is accepted */
export const isStale = (sent: number | undefined, current: number): boolean => sent !== undefined && sent !== current;

/**
 * Error for an outdated edit, before anything is saved.
 * @param current present values for the response
 */
export const editConflict = <V>(route: { readonly conflict: z.ZodType<V> }, current: NoInfer<V>) =>
  new UserError(message('error.edit-conflict'), {
    status: 409,
    answer: route.conflict.parse(current),
  });

/**
 * Logs the values that an edit without a version replaces, because its author may not have seen them.
 * @param what the edited entity: `channel harbour`
 * @param fields all fields of the edit, including unchanged ones
 */
export function logReplaced(what: string, fields: readonly EditedField[]): void {
  const text = replacedText(fields);
  if (text !== '') log.log(`${what}: ${text}`);
}

/** `title 'a' replaced by 'b', motd 'c' replaced by ''`; empty if no value is replaced. */
export const replacedText = (fields: readonly EditedField[]): string =>
  fields
    .filter(({ was, now }) => was !== null && was !== '' && was !== now)
    .map(({ name, was, now, isSecret = false }) =>
      isSecret ? `${name} ${MASK} replaced` : `${name} '${truncate(was ?? '')}' replaced by '${truncate(now ?? '')}'`,
    )
    .join(', ');

const truncate = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}...` : text;
