import { MASK } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Logger } from '@nestjs/common';
import { type z } from 'zod';

/** A field as it was and as an edit sets it, as text; null: empty. */
export interface EditedField {
  readonly name: string;
  readonly was: string | null;
  readonly now: string | null;
  /** Neither value is logged. */
  readonly isSecret?: boolean;
}

/** Of a value in a line of the log. */
const MOST = 200;
const log = new Logger('edit');

/** @param sent the version that the edit was made from; undefined: the client knows of none (v0), and its edit counts */
export const isStale = (sent: number | undefined, current: number): boolean => sent !== undefined && sent !== current;

/** What is thrown for a stale edit, before anything is saved. @param current holds the values that the answer carries */
export const editConflict = <V>(route: { readonly conflict: z.ZodType<V> }, current: NoInfer<V>) =>
  new UserError(message('error.edit-conflict'), {
    status: 409,
    answer: route.conflict.parse(current),
  });

/**
 * Logs the values that an edit without a version replaces, as nobody knows whether its author has seen them.
 * @param what is edited: `channel harbour`
 * @param fields all that were sent, also those that stay as they are
 */
export function logReplaced(what: string, fields: readonly EditedField[]): void {
  const text = replacedText(fields);
  if (text !== '') log.log(`${what}: ${text}`);
}

/** `title 'a' replaced by 'b', motd 'c' replaced by ''`; empty where no value is replaced. */
export const replacedText = (fields: readonly EditedField[]): string =>
  fields
    .filter(({ was, now }) => was !== null && was !== '' && was !== now)
    .map(({ name, was, now, isSecret = false }) =>
      isSecret ? `${name} ${MASK} replaced` : `${name} '${cut(was ?? '')}' replaced by '${cut(now ?? '')}'`,
    )
    .join(', ');

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}...` : text);
