import { StorageIdentity } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { KvBucket } from './kv-bucket.js';
import { watchBucket } from './kv-watch.js';

const STORAGE_KEY = 'storage';

/**
 * The storage id of the installation. Only the API sets it; every service reads it. It survives a restart of
 * nats-server, so a recorder can read it while the API is unavailable.
 */
export class StorageIdentityBucket {
  readonly #bucket: KvBucket<StorageIdentity>;

  constructor(link: BusLink) {
    this.#bucket = new KvBucket(link, 'house', StorageIdentity);
  }

  /** @returns null until the API has published it for the first time */
  async storage(): Promise<string | null> {
    return (await this.#bucket.get(STORAGE_KEY))?.value.id ?? null;
  }
  async announceStorage(id: string): Promise<void> {
    await this.#bucket.put(STORAGE_KEY, { id });
  }

  /** Reports the current id before it resolves, then each change. @returns a function that stops the watch */
  watch(listener: (id: string) => void): Promise<() => void> {
    return watchBucket(this.#bucket, {
      expires: false,
      listener: (change) => {
        if (change.type === 'put' && change.key === STORAGE_KEY) listener(change.value.id);
      },
    });
  }
}
