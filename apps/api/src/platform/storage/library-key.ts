import { type ByteRange, type ObjectInfo, type ReadResult, type Storage } from '#libs/storage';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';

/** No object's key begins so: a file of the library folder, as the HTTP layer names it. */
const PREFIX = 'library:';
export const libraryKey = (path: string): string => PREFIX + path;
const pathOf = (key: string): string | null => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null);

/** An object, or a file of the library. */
export async function headAnywhere(storage: Storage, key: string): Promise<ObjectInfo | null> {
  const path = pathOf(key);
  if (path === null) return storage.head(key);
  const file = await storage.library?.head(path);
  return file ? { key, sizeBytes: file.sizeBytes, modifiedAt: file.modifiedAt } : null;
}

/** As {@link headAnywhere}. @throws UserError `object-missing`, `range-not-satisfiable` */
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
