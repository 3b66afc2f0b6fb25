import { setTimeout as delay } from 'node:timers/promises';
import { Client, type BucketItem } from 'minio';
import { BugError, UserError, type AppError } from '#libs/errors';
import { message } from '#libs/messages';
import { type S3Settings } from '../storage.js';
import { isTransient, s3Fault } from './s3-fault.js';
import { S3Transport } from './s3-transport.js';

const DEFAULT_PART_BYTES = 16 * 1024 * 1024;
/** Connecting takes milliseconds; a server may take longer to answer a large request. */
const TIME_LIMITS = { connectMs: 5000, silenceMs: 30_000 } as const;

/** One bucket. Wraps each call of the minio client with time limits, abort, retry and conversion of errors. */
export class S3Bucket {
  readonly name: string;
  readonly client: Client;
  readonly partSizeBytes: number;
  readonly #transport: S3Transport;
  /** Location for error messages. */
  readonly where: string;

  constructor(settings: S3Settings) {
    const { protocol, hostname, port } = parseEndpoint(settings.endpoint);
    const isSecure = protocol === 'https:';
    this.name = settings.bucket;
    this.partSizeBytes = settings.partSizeBytes ?? DEFAULT_PART_BYTES;
    this.where = `${settings.endpoint} (bucket ${settings.bucket})`;
    this.#transport = new S3Transport(isSecure, TIME_LIMITS);
    this.client = new Client({
      endPoint: hostname,
      port: port === '' ? (isSecure ? 443 : 80) : Number(port),
      useSSL: isSecure,
      region: settings.region,
      pathStyle: true,
      accessKey: settings.accessKey,
      secretKey: settings.secretKey,
      partSize: this.partSizeBytes,
      transport: { request: this.#transport.request as never },
      transportAgent: this.#transport.agent,
      retryOptions: { disableRetry: true },
    });
  }

  /** Runs a call with retry; it must be safe to repeat. */
  call<T>(signal: AbortSignal | undefined, work: (client: Client) => Promise<T>): Promise<T> {
    const toFault = (thrown: unknown) => s3Fault(thrown, this.where);
    return this.#transport.within(signal, () =>
      callWithRetries(() => work(this.client), { toFault, isTransient: (fault) => isTransient(fault), signal }),
    );
  }

  fault(thrown: unknown) {
    return s3Fault(thrown, this.where);
  }

  /**
   * Yields the pages of a listing, each in order. Replaces minio's own stream, which emits after errors and does not
   * stop when the reader stops.
   */
  async *pages(
    prefix: string,
    options: { delimiter: '/' | ''; startAfter?: string; signal?: AbortSignal | undefined },
  ): AsyncGenerator<BucketItem[], void, undefined> {
    let token = '';
    do {
      const page = await this.call(options.signal, (client) =>
        client.listObjectsV2Query(this.name, prefix, token, options.delimiter, 1000, options.startAfter ?? ''),
      );
      yield page.objects;
      token = page.isTruncated ? page.nextContinuationToken : '';
    } while (token !== '');
  }

  close(): void {
    this.#transport.close();
  }
}

function parseEndpoint(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UserError(message('error.bad-endpoint', { endpoint }));
  if (url.pathname !== '/' || url.search !== '')
    throw new BugError('bad-endpoint', 'The S3 endpoint contains a path; it must be the address of the server only.');
  return url;
}

/**
 * Three tries within about a second: for a restarted proxy or a stale connection. Longer outages are handled by the
 * retries of the queue.
 */
const MAX_TRIES = 3;
const FIRST_DELAY_MS = 200;

interface Options {
  readonly toFault: (thrown: unknown) => AppError;
  readonly isTransient: (fault: AppError) => boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Repeats `work` after a transient fault; `work` must be safe to repeat.
 * @throws the signal's reason, otherwise the last fault
 */
async function callWithRetries<T>(work: () => Promise<T>, { toFault, isTransient, signal }: Options): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const fault = toFault(error);
      if (tries === MAX_TRIES || !isTransient(fault)) throw fault;
      await delay(FIRST_DELAY_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
    }
  }
}
