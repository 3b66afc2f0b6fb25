import { Kvm, type KV } from '@nats-io/kv';
import { type z } from 'zod';
import { type BusLink } from './bus-link.js';
import { readNewest } from './direct-read.js';
import { decodeJson } from './message-codec.js';
import { API, isApiError, busCall } from './bus-call.js';

/** A value with the revision that a later update or delete must name. Revisions grow over the whole bucket. */
export interface KvItem<T> {
  readonly key: string;
  readonly value: T;
  readonly revision: number;
}

/** A typed key-value bucket. Keys are UUIDs: no encoding is done. */
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

  /** @returns null when the key has a value already */
  async create(key: string, value: T): Promise<number | null> {
    return this.#unlessExists(`create ${key}`, (kv) => kv.create(key, this.#encode(value)));
  }

  /** @returns null when `revision` is no longer the newest of the key */
  async update(key: string, value: T, revision: number): Promise<number | null> {
    return this.#unlessExists(`update ${key}`, (kv) => kv.update(key, this.#encode(value), revision));
  }

  /** Deletes one revision only. @returns false when it is no longer the newest */
  async deleteRevision(key: string, revision: number): Promise<boolean> {
    return (
      (await this.#unlessExists(`delete ${key}`, async (kv) => {
        await kv.delete(key, { previousSeq: revision });
        return 1;
      })) !== null
    );
  }

  /** Deletes whatever is there; the marker that watchers hear goes away after an hour. */
  async purge(key: string): Promise<void> {
    await this.#call(`delete ${key}`, (kv) => kv.purge(key, { ttl: '1h' }));
  }

  async get(key: string): Promise<KvItem<T> | null> {
    const entry = await this.#call(`get ${key}`, (kv) => kv.get(key));
    return entry?.operation === 'PUT' ? this.decode(key, entry.value, entry.revision) : null;
  }

  /**
   * Everything in the bucket, however much. A value that does not fit its schema is left out and reported as a problem.
   */
  async all(): Promise<KvItem<T>[]> {
    const prefix = `$KV.${this.name}.`;
    const newest = await busCall(`list ${this.name}`, () => readNewest(this.link.jsm, `KV_${this.name}`, `${prefix}>`));
    return newest
      .filter((m) => !m.header.has('KV-Operation') && !m.header.has('Nats-Marker-Reason'))
      .map((m) => this.decode(m.subject.slice(prefix.length), m.data, m.seq))
      .filter((item) => item !== null);
  }

  /** When the bucket was made; another time than before means another bucket of the same name. */
  made(): Promise<string> {
    return busCall(`look at ${this.name}`, async () => (await this.link.jsm.streams.info(`KV_${this.name}`)).created);
  }

  decode(key: string, data: Uint8Array, revision: number): KvItem<T> | null {
    const parsed = this.schema.safeParse(decodeJson(data));
    if (parsed.success) return { key, value: parsed.data, revision };
    this.link.problem(`${this.name}/${key} does not fit its schema`, parsed.error);
    return null;
  }

  #encode(value: T): string {
    return JSON.stringify(this.schema.parse(value));
  }

  #call<R>(what: string, run: (kv: KV) => Promise<R>): Promise<R> {
    return busCall(`${this.name}: ${what}`, async () => run(await this.kv()));
  }

  async #unlessExists(what: string, run: (kv: KV) => Promise<number>): Promise<number | null> {
    return this.#call(what, async (kv) => {
      try {
        return await run(kv);
      } catch (error) {
        if (isApiError(error, API.wrongLastSequence, API.wrongLastSequenceUnknown)) return null;
        throw error;
      }
    });
  }
}
