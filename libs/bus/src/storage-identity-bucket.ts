import { StorageIdentity } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { KvBucket } from './kv-bucket.js';
import { watchBucket } from './kv-watch.js';

const STORAGE = 'storage';

/**
 * What every service of the installation must know and api alone decides. It outlives a restart of nats-server, so that a
 * recorder knows it without api.
 */
export class StorageIdentityBucket {
  readonly #bucket: KvBucket<StorageIdentity>;

  constructor(link: BusLink) {
    this.#bucket = new KvBucket(link, 'house', StorageIdentity);
  }

  /** @returns null before api has reported it for the first time */
  async storage(): Promise<string | null> {
    return (await this.#bucket.get(STORAGE))?.value.id ?? null;
  }
  async announceStorage(id: string): Promise<void> {
    await this.#bucket.put(STORAGE, { id });
  }

  /** Tells what is known now before it returns, then each change. @returns the function that ends it */
  watch(tell: (id: string) => void): Promise<() => void> {
    return watchBucket(this.#bucket, {
      expires: false,
      tell: (change) => {
        if (change.type === 'put' && change.key === STORAGE) tell(change.value.id);
      },
    });
  }
}
