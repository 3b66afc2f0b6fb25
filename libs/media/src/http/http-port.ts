import { OutsideError } from '#libs/errors';
import { type OwnMessage } from '#libs/messages';
import { type Lent } from './buffer-pool.js';

/** A piece of a resource, in bytes. */
export interface Bytes {
  readonly offset: number;
  readonly length: number;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Only these bytes; a server that answers with all of them is cut. */
  readonly range?: Bytes | null;
  readonly signal: AbortSignal;
  /** Larger answers are refused. */
  readonly maxBytes: number;
  /** No byte for this long, or no headers: given up. */
  readonly idleMs: number;
  /** The whole of it. */
  readonly totalMs: number;
  /** A body of megabytes: starts when the process has memory for it. */
  readonly bulk?: boolean;
  /** Ask for gzip; for texts only. */
  readonly text?: boolean;
}

/** A whole answer with status 2xx or 304. The receiver releases `body`. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** After redirects: what relative addresses in it mean. */
  readonly url: string;
  readonly body: Lent;
}

/** Why a request gave nothing. `status` errors carry `data.status`. */
export type HttpFault = 'status' | 'away' | 'timeout' | 'truncated' | 'too-large' | 'bad-redirect';

/** The only thing, apart from the signal's reason, that {@link HttpPort.get} throws. */
export class HttpError extends OutsideError {
  readonly what: HttpFault;
  /** @param message `error.http-<what>`, or a case of it */
  constructor(
    message: OwnMessage,
    readonly status = 0,
  ) {
    super(message, { data: { status } });
    this.what = this.code.slice('http-'.length) as HttpFault;
  }
}

/** How the engine reaches the source. Specs pass one that answers from memory. */
export interface HttpPort {
  /** @throws HttpError; the signal's reason when aborted */
  get(request: HttpRequest): Promise<HttpAnswer>;
  /**
   * From now on these headers go with requests to the origin of `url`, and to no other, in the place of those that did.
   */
  trust?(url: string, headers: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}
