import { Assignment } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { KvBucket, type KvItem } from './kv-bucket.js';
import { type KvChange } from './kv-view.js';
import { watchBucket } from './kv-watch.js';

/**
 * The recordings that must run, by VOD uuid. Only the API writes and deletes assignments; every recorder watches them.
 */
export class Assignments {
  readonly #bucket: KvBucket<Assignment>;

  constructor(link: BusLink) {
    this.#bucket = new KvBucket(link, 'assign', Assignment);
  }

  put(assignment: Assignment): Promise<number> {
    return this.#bucket.put(assignment.vodUuid, assignment);
  }
  /** Deletes an assignment, so that its recorder stops. Does nothing if there is none. */
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
   * Reports all existing assignments, then `resync`, then each change. Continues after reconnects.
   * @returns a function that stops the watch
   */
  watch(listener: (change: KvChange<Assignment>) => void): Promise<() => void> {
    return watchBucket(this.#bucket, { expires: false, listener });
  }
}
