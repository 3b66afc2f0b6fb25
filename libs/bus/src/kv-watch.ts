import { setTimeout as wait } from 'node:timers/promises';
import { KvWatchInclude, type KvWatchEntry } from '@nats-io/kv';
import { isAppError } from '#libs/errors';
import { type KvBucket } from './kv-bucket.js';
import { KvView, type KvChange } from './kv-view.js';
import { busCall } from './bus-call.js';

/** Interval of the comparison with the whole bucket. It detects a watch that stopped silently. */
const RELIST_MS = 30_000;
const RETRY_MS = 500;

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
  { expires, tell }: { readonly expires: boolean; readonly tell: (change: KvChange<T>) => void },
): Promise<() => void> {
  const watch = new BucketWatch(bucket, expires, (change) => {
    try {
      tell(change);
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
  #made: string | undefined;
  #offStatus: () => void;
  readonly #relist: NodeJS.Timeout;

  constructor(
    private readonly bucket: KvBucket<T>,
    private readonly expires: boolean,
    tell: (change: KvChange<T>) => void,
  ) {
    this.#view = new KvView(expires ? 'expired' : 'deleted', tell);
    this.#offStatus = bucket.link.onStatus((status) => {
      if (status.type === 'reconnected') this.#current?.stop();
    });
    this.#relist = setInterval(() => {
      this.#compare().catch(() => {
        this.#current?.stop();
      });
    }, RELIST_MS).unref();
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
    this.#offStatus();
    clearInterval(this.#relist);
    this.#current?.stop();
  }

  async #run(listed: () => void): Promise<void> {
    while (!this.#stopped.signal.aborted && !this.bucket.link.nc.isClosed()) {
      try {
        await this.#pass(listed);
      } catch (error) {
        if (!isAppError(error)) this.bucket.link.problem(`watching ${this.bucket.name}`, error);
        await wait(RETRY_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
      }
    }
    listed();
  }

  async #pass(listed: () => void): Promise<void> {
    const entries: Watched = await busCall(`watch ${this.bucket.name}`, async () =>
      (await this.bucket.kv()).watch({ include: KvWatchInclude.UpdatesOnly }),
    );
    this.#current = entries;
    try {
      await this.#compare();
      this.#view.resync();
      listed();
      if (this.#stopped.signal.aborted) return;
      for await (const entry of entries) this.#apply(entry);
    } finally {
      entries.stop();
    }
  }

  async #compare(): Promise<void> {
    await this.#noticeRemade();
    const before = this.#view.known();
    const items = await this.bucket.all();
    if (!this.#stopped.signal.aborted) this.#view.list(items, before);
  }

  /** Detects a bucket that was created again: a server that lost its disk counts revisions from one. */
  async #noticeRemade(): Promise<void> {
    const made = await this.bucket.createdAt();
    if (this.#made !== undefined && this.#made !== made) this.#view.remade();
    this.#made = made;
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
