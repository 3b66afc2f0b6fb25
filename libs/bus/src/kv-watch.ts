import { setTimeout as wait } from 'node:timers/promises';
import { KvWatchInclude, type KvWatchEntry } from '@nats-io/kv';
import { isAppError } from '#libs/errors';
import { type KvBucket } from './kv-bucket.js';
import { KvView, type KvChange } from './kv-view.js';
import { busCall } from './bus-call.js';

/** Interval of the comparison with the whole bucket. It detects a watch that stopped silently. */
const RELIST_INTERVAL_MS = 30_000;
const RETRY_DELAY_MS = 500;

interface Watched {
  readonly stop: () => void;
  [Symbol.asyncIterator](): AsyncIterator<KvWatchEntry>;
}

/**
 * Watches a bucket until stopped, across reconnects, server restarts and a lost watch. Every start compares a listing
 * with the known state, so no change is missed or reported twice.
 * @returns a function that stops the watch; resolves after the first listing has been reported
 */
export async function watchBucket<T>(
  bucket: KvBucket<T>,
  { expires, listener }: { readonly expires: boolean; readonly listener: (change: KvChange<T>) => void },
): Promise<() => void> {
  const watch = new BucketWatch(bucket, expires, (change) => {
    try {
      listener(change);
    } catch (error) {
      bucket.link.problem(`a watcher of ${bucket.name} failed`, error);
    }
  });
  await watch.start();
  return () => {
    watch.stop();
  };
}

class BucketWatch<T> {
  readonly #view: KvView<T>;
  readonly #stopped = new AbortController();
  #current: Watched | undefined;
  #createdAt: string | undefined;
  #unsubscribeStatus: () => void;
  readonly #relist: NodeJS.Timeout;

  constructor(
    private readonly bucket: KvBucket<T>,
    private readonly expires: boolean,
    listener: (change: KvChange<T>) => void,
  ) {
    this.#view = new KvView(expires ? 'expired' : 'deleted', listener);
    this.#unsubscribeStatus = bucket.link.onStatus((status) => {
      if (status.type === 'reconnected') this.#current?.stop();
    });
    this.#relist = setInterval(() => {
      this.#compare().catch(() => {
        this.#current?.stop();
      });
    }, RELIST_INTERVAL_MS).unref();
  }

  async start(): Promise<void> {
    const first = Promise.withResolvers<undefined>();
    void this.#run(() => {
      first.resolve(undefined);
    });
    await first.promise;
  }

  stop(): void {
    this.#stopped.abort();
    this.#unsubscribeStatus();
    clearInterval(this.#relist);
    this.#current?.stop();
  }

  async #run(onListed: () => void): Promise<void> {
    while (!this.#stopped.signal.aborted && !this.bucket.link.nc.isClosed()) {
      try {
        await this.#watchOnce(onListed);
      } catch (error) {
        if (!isAppError(error)) this.bucket.link.problem(`watching ${this.bucket.name} failed`, error);
        await wait(RETRY_DELAY_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
      }
    }
    onListed();
  }

  async #watchOnce(onListed: () => void): Promise<void> {
    const entries: Watched = await busCall(`watch ${this.bucket.name}`, async () =>
      (await this.bucket.kv()).watch({ include: KvWatchInclude.UpdatesOnly }),
    );
    this.#current = entries;
    try {
      await this.#compare();
      this.#view.resync();
      onListed();
      if (this.#stopped.signal.aborted) return;
      for await (const entry of entries) this.#apply(entry);
    } finally {
      entries.stop();
    }
  }

  async #compare(): Promise<void> {
    await this.#detectRecreation();
    const before = this.#view.known();
    const items = await this.bucket.all();
    if (!this.#stopped.signal.aborted) this.#view.list(items, before);
  }

  /** Detects a bucket that was created again: a server that lost its disk counts revisions from one. */
  async #detectRecreation(): Promise<void> {
    const createdAt = await this.bucket.createdAt();
    if (this.#createdAt !== undefined && this.#createdAt !== createdAt) this.#view.restartRevisions();
    this.#createdAt = createdAt;
  }

  #apply(entry: KvWatchEntry): void {
    if (this.#stopped.signal.aborted) return;
    if (entry.operation === 'PUT') {
      const item = this.bucket.decode(entry.key, entry.value, entry.revision);
      if (item) this.#view.put(item);
    } else {
      this.#view.delete(entry.key, entry.revision, this.expires && entry.operation === 'PURGE' ? 'expired' : 'deleted');
    }
  }
}
