import { randomBytes, randomUUID } from 'node:crypto';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Storage } from './storage.js';

const PROBE_BYTES = 64;

/**
 * Writes, reads back and deletes an object below `probe/`.
 * @throws OutsideError - the error of the failed call, or `storage-failed`
 */
export async function probe(storage: Pick<Storage, 'put' | 'read' | 'delete'>): Promise<void> {
  const key = `probe/${randomUUID()}`;
  const bytes = randomBytes(PROBE_BYTES);
  await storage.put(key, bytes);
  const back = await storage.read(key);
  await storage.delete([key]);
  if (!back.equals(bytes)) throw new OutsideError(message('error.storage-failed.other-bytes'));
}
