import { UserError } from '#libs/errors';

export type Root = 'storage' | 'logs';
const ROOTS: readonly Root[] = ['storage', 'logs'];

const onField = (path: 'path' | 'name', code: string, message: string) =>
  new UserError(code, message, { fields: [{ path, message }] });

/** One part of a path: no separator, nothing hidden (which `..` is too), no control character. */
const PART = /^(?!\.)[^/\\\p{Cc}]{1,255}$/u;

/**
 * Reads v0's `storage/a/b`. Nothing is looked at yet.
 * @throws UserError `path-missing`, `path-invalid`, `access-denied`
 */
export function readPlace(text: string | undefined): { readonly root: Root; readonly parts: readonly string[] } {
  if (text === undefined || text === '') throw onField('path', 'path-missing', 'Path is not defined');
  const [first, ...parts] = text.replace(/\/$/, '').split('/');
  if (text.startsWith('/') || text.includes('\\') || !parts.every((part) => PART.test(part)))
    throw onField('path', 'path-invalid', 'Path is not valid');
  const root = ROOTS.find((known) => known === first);
  if (root === undefined) throw onField('path', 'access-denied', 'Access denied');
  return { root, parts };
}

/** @throws UserError `path-invalid` */
export function readName(text: string | undefined): string {
  if (text === undefined || !PART.test(text))
    throw onField('name', 'path-invalid', text === undefined ? 'name is required' : 'The name is not valid');
  return text;
}
