import { Kvm, type KV } from '@nats-io/kv';
import { type z } from 'zod';
import { type BusLink } from './bus-link.js';
import { readNewest } from './direct-read.js';
import { decodeJson } from './message-codec.js';
import { API_ERROR, isApiError, busCall } from './bus-call.js';

/**
 * A value with its revision. An update or delete must name the current revision. Revisions increase across the whole
 * bucket.
 */
export interface KvItem<T> {
  readonly key: string;
  readonly value: T;
  readonly revision: number;
}

/** A typed key-value bucket. Keys are UUIDs and are not encoded. */
export class KvBucket<T> {
  #kv: Promise<KV> | undefined;

  constructor(
    readonly link: BusLink,
    readonly name: string,
    private readonly schema: z.ZodType<T>,
  ) {}

  kv(): Promise<KV> {
    this.#kv ??= new Kvm(this.link.js).open(this.name, { allow_direct: true });
    return this.#kv;
  }

  async put(key: string, value: T): Promise<number> {
    return this.#call(`put ${key}`, async (kv) => kv.put(key, this.#encode(value)));
  }

  /** @returns null if the key already has a value */
  async create(key: string, value: T): Promise<number | null> {
    return this.#nullOnConflict(`create ${key}`, (kv) => kv.create(key, this.#encode(value)));
  }

  /** @returns null if `revision` is not the newest of the key */
  async update(key: string, value: T, revision: number): Promise<number | null> {
    return this.#nullOnConflict(`update ${key}`, (kv) => kv.update(key, this.#encode(value), revision));
  }

  /** Deletes the key only at this revision. @returns false if the revision is not the newest */
  async deleteRevision(key: string, revision: number): Promise<boolean> {
    return (
      (await this.#nullOnConflict(`delete ${key}`, async (kv) => {
        await kv.delete(key, { previousSeq: revision });
        return 1;
      })) !== null
    );
  }

  /** Deletes the key at any revision. The delete marker that watchers receive expires after an hour. */
  async purge(key: string): Promise<void> {
    await this.#call(`delete ${key}`, (kv) => kv.purge(key, { ttl: '1h' }));
  }

  async get(key: string): Promise<KvItem<T> | null> {
    const entry = await this.#call(`get ${key}`, (kv) => kv.get(key));
    return entry?.operation === 'PUT' ? this.decode(key, entry.value, entry.revision) : null;
  }

  /** Reads the whole bucket. A value that does not match its schema is omitted and reported as a problem. */
  async all(): Promise<KvItem<T>[]> {
    const prefix = `$KV.${this.name}.`;
    const newest = await busCall(`list ${this.name}`, () => readNewest(this.link.jsm, `KV_${this.name}`, `${prefix}>`));
    return newest
      .filter((m) => !m.header.has('KV-Operation') && !m.header.has('Nats-Marker-Reason'))
      .map((m) => this.decode(m.subject.slice(prefix.length), m.data, m.seq))
      .filter((item) => item !== null);
  }

  /** Creation time of the bucket. A different time means that the bucket was deleted and created again. */
  createdAt(): Promise<string> {
    return busCall(`inspect ${this.name}`, async () => (await this.link.jsm.streams.info(`KV_${this.name}`)).created);
  }

  decode(key: string, data: Uint8Array, revision: number): KvItem<T> | null {
    const parsed = this.schema.safeParse(decodeJson(data));
    if (parsed.success) return { key, value: parsed.data, revision };
    this.link.problem(`${this.name}/${key} does not match its schema`, parsed.error);
    return null;
  }

  #encode(value: T): string {
    return JSON.stringify(this.schema.parse(value));
  }

  #call<R>(operation: string, run: (kv: KV) => Promise<R>): Promise<R> {
    return busCall(`${this.name}: ${operation}`, async () => run(await this.kv()));
  }

  /** @returns null if the key has another revision than the write expects */
  async #nullOnConflict(operation: string, run: (kv: KV) => Promise<number>): Promise<number | null> {
    return this.#call(operation, async (kv) => {
      try {
        return await run(kv);
      } catch (error) {
        if (isApiError(error, API_ERROR.wrongLastSequence, API_ERROR.wrongLastSequenceUnknown)) return null;
        throw error;
      }
    });
  }
}
