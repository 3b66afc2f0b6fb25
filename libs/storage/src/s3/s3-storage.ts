import { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type BucketItem } from 'minio';
import { BugError, isAppError, UserError } from '#libs/errors';
import { checkedBody, releaseOnError } from '../checked-body.js';
import { codeOf, otherInstallationsStorage, mustBeRange, notSatisfiable, objectMissing } from '../storage-faults.js';
import { fileBody, sizeOfBody } from '../file-body.js';
import { byKeyOrder, continuationMark, S3_CODEC } from '../key-codec.js';
import { probe } from '../probe.js';
import {
  type S3Settings,
  type ByteRange,
  type FoundStorage,
  type ListOptions,
  type ObjectInfo,
  type OpenStorage,
  type PutFileOptions,
  type PutOptions,
  type ReadResult,
} from '../storage.js';
import { S3Bucket } from './s3-bucket.js';
import { isMissing } from './s3-fault.js';
import { putBody } from './s3-put.js';
import { sweepUploads } from './sweep-uploads.js';

/** Limit of one DeleteObjects request of S3. */
const DELETE_BATCH = 1000;
/** Object with the id of the storage; the equivalent of `.vodkeep` in a folder. */
const ID_KEY = 'vodkeep-storage';
/** Prefix of all data of an installation. It identifies a bucket that was used before storage ids existed. */
const DATA_PREFIX = 'vods/';
/**
 * Interval of the id check. A changed bucket at the same address need not be detected within seconds, and each check
 * costs a request.
 */
const IDENTITY_CHECK_INTERVAL_MS = 30_000;
const CONTINUATION = `${continuationMark(',')}/`;

export const openS3Storage = (settings: S3Settings): OpenStorage => new S3Storage(new S3Bucket(settings));

class S3Storage implements OpenStorage {
  readonly kind = 's3';
  readonly library = null;

  #expectedId: string | null = null;
  #verifiedAt = -Infinity;

  constructor(private readonly bucket: S3Bucket) {}

  async find(): Promise<FoundStorage> {
    try {
      return {
        kind: 'named',
        id: (await buffer((await this.#get(ID_KEY, { start: 0 })).stream)).toString('utf8').trim(),
      };
    } catch (error) {
      if (!isAppError(error) || !['object-missing', 'bucket-missing'].includes(error.code)) throw error;
      if (error.code === 'bucket-missing') return { kind: 'none' };
    }
    for await (const _ of this.#list(DATA_PREFIX)) return { kind: 'unnamed' };
    return { kind: 'none' };
  }

  /**
   * Creates the bucket if it does not exist, because a new MinIO has none. If the access key may not create it, the
   * next call reports that.
   */
  async claim(): Promise<string> {
    await this.#createBucket();
    const found = await this.find();
    if (found.kind === 'named') return found.id;
    const id = randomUUID();
    await putBody(this.bucket, S3_CODEC.encode(ID_KEY), { body: checkedBody(Buffer.from(id), {}), options: {} });
    return id;
  }

  requireIdentity(id: string | null): void {
    if (id !== this.#expectedId) this.#verifiedAt = -Infinity;
    this.#expectedId = id;
  }

  put(key: string, body: Uint8Array | Readable, options: PutOptions = {}): Promise<ObjectInfo> {
    return releaseOnError(body, () => this.#put(key, body, options));
  }

  async putFile(key: string, file: string, { onProgress, ...options }: PutFileOptions = {}): Promise<ObjectInfo> {
    const sizeBytes = await sizeOfBody(file);
    return this.put(key, fileBody(file, onProgress), { ...options, sizeBytes });
  }

  async #put(key: string, body: Uint8Array | Readable, options: PutOptions): Promise<ObjectInfo> {
    const name = S3_CODEC.encode(key);
    options.signal?.throwIfAborted();
    await this.#requireOwnStorage();
    const sizeBytes = await putBody(this.bucket, name, { body: checkedBody(body, options), options });
    return { key, sizeBytes, modifiedAt: new Date() };
  }

  async get(key: string, range: ByteRange = { start: 0 }, signal?: AbortSignal): Promise<ReadResult> {
    mustBeRange(range);
    try {
      return await this.#get(key, range, signal);
    } catch (error) {
      if (error instanceof UserError && error.code === 'object-missing') await this.#requireOwnStorage();
      throw error;
    }
  }

  async #get(key: string, range: ByteRange, signal?: AbortSignal): Promise<ReadResult> {
    const name = S3_CODEC.encode(key);
    const length = range.end === undefined ? 0 : range.end - range.start + 1;
    try {
      const answer = await this.bucket.call(signal, (client) =>
        client.getPartialObject(this.bucket.name, name, range.start, length),
      );
      if (!(answer instanceof IncomingMessage))
        throw new BugError('s3-answer', 'the S3 client returned a stream without headers');
      const { headers } = answer;
      const sizeBytes = Number(headers['content-length']);
      const totalBytes = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? sizeBytes);
      return {
        stream: this.#withFaults(answer),
        sizeBytes,
        totalBytes,
        modifiedAt: new Date(headers['last-modified'] ?? 0),
      };
    } catch (error) {
      throw await this.#readFault(key, error);
    }
  }

  async read(key: string, signal?: AbortSignal): Promise<Buffer> {
    return buffer((await this.get(key, undefined, signal)).stream);
  }

  async head(key: string): Promise<ObjectInfo | null> {
    try {
      const { size, lastModified } = await this.bucket.call(undefined, (client) =>
        client.statObject(this.bucket.name, S3_CODEC.encode(key)),
      );
      return { key, sizeBytes: size, modifiedAt: lastModified };
    } catch (error) {
      if (!isMissing(errorCause(error))) throw error;
      await this.#requireOwnStorage();
      return null;
    }
  }

  async *list(prefix: string, options: ListOptions = {}): AsyncGenerator<ObjectInfo, void, undefined> {
    await this.#requireOwnStorage();
    yield* this.#list(prefix, options);
  }

  async *#list(
    prefix: string,
    { startAfter = '', signal }: ListOptions = {},
  ): AsyncGenerator<ObjectInfo, void, undefined> {
    const options = {
      delimiter: '',
      signal,
      startAfter: startAfter === '' ? '' : S3_CODEC.encode(startAfter),
    } as const;
    for await (const page of this.bucket.pages(S3_CODEC.encodePrefix(prefix), options)) {
      for (const item of page) {
        const info = infoOf(item);
        if (info?.key.startsWith(prefix) && byKeyOrder(info.key, startAfter) > 0) yield info;
      }
    }
  }

  async *names(prefix: string): AsyncGenerator<string, void, undefined> {
    await this.#requireOwnStorage();
    yield* this.#names(prefix, S3_CODEC.encodePrefix(prefix));
  }

  async delete(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#requireOwnStorage();
    for (let i = 0; i < keys.length; i += DELETE_BATCH) {
      const names = keys.slice(i, i + DELETE_BATCH).map((key) => S3_CODEC.encode(key));
      const failed = await this.bucket.call(undefined, (client) => client.removeObjects(this.bucket.name, names));
      const fault = failed.map(deleteFault).find((one) => !isMissing(one));
      if (fault) throw this.bucket.fault(fault);
    }
  }

  async deletePrefix(prefix: string): Promise<{ objects: number; bytes: number }> {
    const done = { objects: 0, bytes: 0 };
    let batch: string[] = [];
    for await (const { key, sizeBytes } of this.list(prefix)) {
      done.objects += 1;
      done.bytes += sizeBytes;
      batch.push(key);
      if (batch.length < DELETE_BATCH) continue;
      await this.delete(batch);
      batch = [];
    }
    await this.delete(batch);
    return done;
  }

  space(): Promise<null> {
    return Promise.resolve(null);
  }

  linksFrom(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async check(): Promise<void> {
    if (this.#expectedId === null) await this.#createBucket();
    await probe(this);
  }

  async #createBucket(): Promise<void> {
    if (await this.bucket.call(undefined, (client) => client.bucketExists(this.bucket.name))) return;
    await this.bucket.call(undefined, (client) => client.makeBucket(this.bucket.name)).catch(() => undefined);
  }

  async #requireOwnStorage(): Promise<void> {
    if (this.#expectedId === null || Date.now() - this.#verifiedAt < IDENTITY_CHECK_INTERVAL_MS) return;
    const expected = this.#expectedId;
    const found = await this.find();
    if (found.kind !== 'named' || found.id !== expected) throw otherInstallationsStorage('bucket', this.bucket.where);
    if (expected === this.#expectedId) this.#verifiedAt = Date.now();
  }

  sweep(): Promise<number> {
    return sweepUploads(this.bucket);
  }

  close(): Promise<void> {
    this.bucket.close();
    return Promise.resolve();
  }

  async *#names(prefix: string, encoded: string): AsyncGenerator<string, void, undefined> {
    for await (const page of this.bucket.pages(encoded, { delimiter: '/' })) {
      const found = page.map((item) => item.name ?? item.prefix).sort(byKeyOrder);
      for (const name of found) {
        // The name ends with a continuation mark: its part continues one level deeper.
        if (name.endsWith(CONTINUATION)) yield* this.#names(prefix, name);
        else {
          const key = name.endsWith('/') ? S3_CODEC.decode(`${name}x`)?.slice(0, -1) : S3_CODEC.decode(name);
          if (key?.startsWith(prefix)) yield key.slice(prefix.length);
        }
      }
    }
  }

  /** Converts socket errors in mid-stream. Closes the request if the reader stops. */
  #withFaults(answer: Readable): Readable {
    const out = new PassThrough({
      destroy: (error, done) => {
        done(error && this.bucket.fault(error));
      },
    });
    pipeline(answer, out, () => undefined);
    return out;
  }

  async #readFault(key: string, error: unknown): Promise<unknown> {
    const cause = errorCause(error);
    if (isMissing(cause)) return objectMissing(key);
    if (codeOf(cause) !== 'InvalidRange') return error;
    return notSatisfiable(key, (await this.head(key))?.sizeBytes ?? null);
  }
}

const errorCause = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

/** Returns null for a folder or a foreign name. */
function infoOf(item: BucketItem): ObjectInfo | null {
  const key = item.name === undefined ? null : S3_CODEC.decode(item.name);
  return key === null || item.name === undefined ? null : { key, sizeBytes: item.size, modifiedAt: item.lastModified };
}

/**
 * Converts an item of a DeleteObjects answer into an error. Such an item is data; its tags correspond to the fields of
 * an error.
 */
function deleteFault(item: unknown): { readonly code: string; toString(): string } {
  const { Key = '', Code = '', Message = '' } = item as Readonly<Record<string, string | undefined>>;
  return { code: Code, toString: () => `${Key} was not deleted: ${Message}` };
}
