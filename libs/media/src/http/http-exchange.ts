import { message } from '#libs/messages';
import { BodyCollector, type CollectorPorts } from './body-collector.js';
import { type Lent } from './buffer-pool.js';
import { type HttpConnection, type Outgoing } from './http-connection.js';
import { HttpError, type HttpRequest } from './http-port.js';

/** The result of one exchange: a body or a redirect target. */
export interface Exchanged {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Lent | null;
  readonly location: string | null;
}

/** One request and its response: collects the body and handles timeout and abort. */
export class HttpExchange implements Outgoing {
  readonly done: Promise<Exchanged>;
  readonly idleMs: number;
  private readonly resolvers: PromiseWithResolvers<Exchanged>;
  private connection: HttpConnection | null = null;
  private status = 0;
  private headers: Readonly<Record<string, string | undefined>> = {};
  private body: BodyCollector | null = null;
  private over = false;
  private readonly timer: NodeJS.Timeout;

  /** @param text the request as sent */
  constructor(
    readonly text: string,
    private readonly request: HttpRequest,
    private readonly ports: CollectorPorts & { /** Once the body has memory. */ readonly onHead: () => void },
  ) {
    this.resolvers = Promise.withResolvers<Exchanged>();
    this.done = this.resolvers.promise;
    this.idleMs = request.idleMs;
    this.timer = setTimeout(() => {
      this.stop(new HttpError(message('error.http-timeout.whole', { ms: request.totalMs })));
    }, request.totalMs);
    if (request.signal.aborted) this.onAbort();
    else request.signal.addEventListener('abort', this.onAbort, { once: true });
  }

  get isOver(): boolean {
    return this.over;
  }
  /**
   * The request failed on a persistent connection before any response: the server closed it at that moment, so a retry
   * is justified.
   */
  wasStale = false;

  sendOn(connection: HttpConnection): void {
    this.connection = connection;
    connection.send(this);
  }

  head(status: number, headers: Readonly<Record<string, string | undefined>>): void {
    this.status = status;
    this.headers = headers;
    if (status < 300) {
      this.body = new BodyCollector(
        this.ports,
        { status, headers },
        {
          range: this.request.range ?? null,
          maxBytes: this.request.maxBytes,
          text: this.request.text === true,
        },
      );
      this.request.onHead?.();
    }
    this.ports.onHead();
  }

  data(piece: Buffer): boolean {
    return this.body === null || !this.body.take(piece);
  }

  ended(): void {
    const { status, headers, body } = this;
    try {
      const bytes = body?.finish() ?? null;
      this.body = null;
      this.settle();
      this.resolvers.resolve({
        status,
        headers,
        body: bytes,
        location: status >= 300 && status < 400 ? (headers['location'] ?? null) : null,
      });
    } catch (broken) {
      this.failed(broken);
    }
  }

  failed(reason: unknown): void {
    const { connection } = this;
    this.wasStale =
      reason instanceof HttpError && reason.what === 'away' && connection?.isUsed === true && connection.isSilent;
    this.settle();
    this.resolvers.reject(reason);
  }

  private stop(reason: unknown): void {
    if (this.over) return;
    this.failed(reason);
    this.connection?.destroy(reason);
  }

  private settle(): void {
    this.over = true;
    this.body?.drop();
    this.body = null;
    clearTimeout(this.timer);
    this.request.signal.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = (): void => {
    this.stop(this.request.signal.reason);
  };
}
