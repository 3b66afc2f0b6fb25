import { OutsideError } from '#libs/errors';
import { type OwnMessage } from '#libs/messages';
import { type Lent } from './buffer-pool.js';

/** A byte range of a resource. */
export interface Bytes {
  readonly offset: number;
  readonly length: number;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Only these bytes; a full response is cut to them. */
  readonly range?: Bytes | null;
  readonly signal: AbortSignal;
  /** Larger responses are refused. */
  readonly maxBytes: number;
  /** The request fails after this long without headers or data. */
  readonly idleMs: number;
  /** Time limit of the whole request. */
  readonly totalMs: number;
  /** A body of megabytes: the request waits until the process has memory for it. */
  readonly bulk?: boolean;
  /** Called when the body begins. */
  readonly onHead?: () => void;
  /** Accept gzip; for texts only. */
  readonly text?: boolean;
}

/** A complete response with status 2xx or 304. The receiver releases `body`. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Address after redirects; base of relative addresses in the body. */
  readonly url: string;
  readonly body: Lent;
}

/** Why a request failed. `status` errors have `data.status`; `no-room`: until others of the same client have ended. */
export type HttpFault =
  | 'status'
  | 'away'
  | 'timeout'
  | 'truncated'
  | 'too-large'
  | 'encoded'
  | 'no-room'
  | 'bad-redirect'
  | 'blocked-address';

/** The only error that {@link HttpPort.get} throws, apart from the signal's reason. */
export class HttpError extends OutsideError {
  readonly what: HttpFault;
  /** @param message `error.http-<what>`, or a variant of it */
  constructor(
    message: OwnMessage,
    readonly status = 0,
    cause?: unknown,
  ) {
    super(message, { data: { status }, ...(cause === undefined ? {} : { cause }) });
    this.what = this.code.slice('http-'.length) as HttpFault;
  }
}

/** The engine's HTTP client. Specs pass one that responds from memory. */
export interface HttpPort {
  /** @throws HttpError; the signal's reason if aborted */
  get(request: HttpRequest): Promise<HttpAnswer>;
  /**
   * Sends these headers with every later request to the origin of `url`, and to no other. They replace the headers of
   * an earlier call.
   */
  trust?(url: string, headers: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}
