import { Assignment } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { KvBucket, type KvItem } from './kv-bucket.js';
import { type KvChange } from './kv-view.js';
import { watchBucket } from './kv-watch.js';

/** What shall be recorded, by VOD uuid. Only api writes and deletes assignments; every recorder watches them. */
export class Assignments {
  readonly #bucket: KvBucket<Assignment>;

  constructor(link: BusLink) {
    this.#bucket = new KvBucket(link, 'assign', Assignment);
  }

  put(assignment: Assignment): Promise<number> {
    return this.#bucket.put(assignment.vodUuid, assignment);
  }
  /** Deleted means "stop"; a missing one is fine. */
  delete(vodUuid: string): Promise<void> {
    return this.#bucket.purge(vodUuid);
  }
  get(vodUuid: string): Promise<KvItem<Assignment> | null> {
    return this.#bucket.get(vodUuid);
  }
  all(): Promise<KvItem<Assignment>[]> {
    return this.#bucket.all();
  }
  /**
   * Tells everything that is there, then `resync`, then each change; over reconnects.
   * @returns the function that ends it
   */
  watch(tell: (change: KvChange<Assignment>) => void): Promise<() => void> {
    return watchBucket(this.#bucket, { expires: false, tell });
  }
}
