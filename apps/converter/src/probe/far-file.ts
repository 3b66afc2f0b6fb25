import { type MediaSource } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type FarFile } from '#libs/media';
import { type Storage } from '#libs/storage';

/** A stored file, or one of the library folder, as ffmpeg is given it. @throws UserError `file-missing` */
export async function farFile(storage: Storage, source: MediaSource): Promise<FarFile> {
  const name = source.in === 'store' ? source.key : source.path;
  const extension = name.slice(name.lastIndexOf('.') + 1).replace(/[^\w]/g, '') || 'bin';
  if (source.in === 'store') {
    const found = await storage.head(source.key);
    if (!found) throw missing();
    return {
      sizeBytes: found.sizeBytes,
      extension,
      open: async (range, signal) => (await storage.get(source.key, range, signal)).stream,
    };
  }
  const { library } = storage;
  const found = await library?.head(source.path);
  if (!library || !found) throw missing();
  return {
    sizeBytes: found.sizeBytes,
    extension,
    open: async (range, signal) => (await library.get(source.path, range, signal)).stream,
  };
}

const missing = (): UserError => new UserError('file-missing', 'The file is not there any more.');
