import { UserError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';

export type Root = 'storage' | 'logs';
const ROOTS: readonly Root[] = ['storage', 'logs'];

const onField = (path: 'path' | 'name', fault: OwnMessage) =>
  new UserError(fault, { fields: [{ path, message: fault }] });

/** One part of a path: no separator, no hidden name (which includes `..`), no control character. */
const PATH_PART = /^(?!\.)[^/\\\p{Cc}]{1,255}$/u;

/**
 * Parses v0's `storage/a/b`. Does not check whether the folder exists.
 * @throws UserError `path-missing`, `path-invalid`, `access-denied`
 */
export function readPlace(text: string | undefined): { readonly root: Root; readonly parts: readonly string[] } {
  if (text === undefined || text === '') throw onField('path', message('error.path-missing'));
  const [first, ...parts] = text.replace(/\/$/, '').split('/');
  if (text.startsWith('/') || text.includes('\\') || !parts.every((part) => PATH_PART.test(part)))
    throw onField('path', message('error.path-invalid'));
  const root = ROOTS.find((known) => known === first);
  if (root === undefined) throw onField('path', message('error.access-denied'));
  return { root, parts };
}

/** @throws UserError `path-invalid` */
export function readName(text: string | undefined): string {
  if (text === undefined || !PATH_PART.test(text))
    throw onField('name', message(text === undefined ? 'error.path-invalid.name-required' : 'error.path-invalid.name'));
  return text;
}
