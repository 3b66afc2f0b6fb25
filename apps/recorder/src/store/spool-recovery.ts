import { readFile, rm } from 'node:fs/promises';
import { parseSegmentName } from '#libs/contracts';
import { type Log } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { type Spool } from './spool.js';

/**
 * Brings to storage what an earlier process of this recorder left in its spool. A file whose size is not the one in its name was torn by
 * the kill and is thrown away. What cannot be stored now stays for the next start.
 * @returns how many were stored
 */
export async function recoverSpool(spool: Spool, storage: Pick<Storage, 'put'>, log: Log): Promise<number> {
  let stored = 0;
  for (const { key, path } of await spool.leftOvers()) {
    try {
      const body = await readFile(path);
      const facts = parseSegmentName(key.slice(key.lastIndexOf('/') + 1));
      if (!facts || facts.bytes === body.length) { await storage.put(key, body); stored += 1; }
      await rm(path, { force: true });
    } catch (error) { log.failure('a spooled segment of an earlier run cannot be stored yet', error, { key }); }
  }
  if (stored > 0) log.info('stored what an earlier run had spooled', { stored });
  return stored;
}
