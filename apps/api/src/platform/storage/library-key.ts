import { type ByteRange, type ObjectInfo, type ReadResult, type Storage } from '#libs/storage';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

/** Marks a file of the library folder for the HTTP layer. No object key starts with this. */
const LIBRARY_PREFIX = 'library:';
export const libraryKey = (path: string): string => LIBRARY_PREFIX + path;
const pathOf = (key: string): string | null =>
  key.startsWith(LIBRARY_PREFIX) ? key.slice(LIBRARY_PREFIX.length) : null;

/** Metadata of an object or of a library file. */
export async function headAnywhere(storage: Storage, key: string): Promise<ObjectInfo | null> {
  const path = pathOf(key);
  if (path === null) return storage.head(key);
  const file = await storage.library?.head(path);
  return file ? { key, sizeBytes: file.sizeBytes, modifiedAt: file.modifiedAt } : null;
}

/**
 * Reads an object or a library file.
 * @throws UserError `object-missing`, `range-not-satisfiable`
 */
export function getAnywhere(
  storage: Storage,
  key: string,
  { range, signal }: { readonly range: ByteRange | undefined; readonly signal: AbortSignal | undefined },
): Promise<ReadResult> {
  const path = pathOf(key);
  if (path === null) return storage.get(key, range, signal);
  if (!storage.library)
    return Promise.reject(new UserError(message('error.object-missing.library', { path }), { status: 404 }));
  return storage.library.get(path, range, signal);
}
