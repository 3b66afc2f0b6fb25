import { Readable } from 'node:stream';
import { openStorage } from './open-storage.js';
import { type StorageSettings } from './storage.js';

/** Number of bytes after which the tests' incomplete put stops: more than two parts of 5 MiB. */
const HALF_BYTES = 12 * 1024 * 1024;

const CHUNK_BYTES = 1024 * 1024;

/** A body that yields {@link HALF_BYTES}, calls `onHalf`, and never ends. */
export function halfBody(onHalf: () => void): Readable {
  let sent = 0;
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      if (sent === HALF_BYTES) {
        onHalf();
        return;
      }
      sent += CHUNK_BYTES;
      this.push(Buffer.alloc(CHUNK_BYTES, sent / CHUNK_BYTES));
    },
  });
}

/**
 * Entry point of the program (arguments: settings as JSON, key). It starts a put, prints `half`, and waits to be
 * killed.
 */
const [settings, key] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && settings !== undefined && key !== undefined) {
  setInterval(() => undefined, 1000);
  const storage = await openStorage(JSON.parse(settings) as StorageSettings);
  await storage.put(
    key,
    halfBody(() => {
      process.stdout.write('half\n');
    }),
  );
}
