import { type Dispatcher } from 'undici';
import { BodyCollector } from './body-collector.js';
import { type BufferPool, type Lent } from './buffer-pool.js';
import { HttpError, type HttpRequest } from './http-port.js';

/** The end of one exchange: a body, or where the server sends us. */
export interface Exchanged { readonly status: number; readonly headers: Readonly<Record<string, string | undefined>>; readonly body: Lent | null; readonly location: string | null }

type Controller = Dispatcher.DispatchController;

/** Thrown through undici to end an answer whose rest is not wanted. */
const ENOUGH = new HttpError('truncated', 'the wanted range is complete');

/**
 * One request on the wire, as an undici handler rather than a stream: no stream objects and no extra turns of the event loop, which at
 * 60 streams is a third of the recorder's CPU.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly done: Promise<Exchanged>;
  private resolve!: (value: Exchanged) => void;
  private reject!: (reason: unknown) => void;
  private controller: Controller | null = null;
  private stopped: unknown = null;
  private head: { readonly status: number; readonly headers: Record<string, string | undefined> } = { status: 0, headers: {} };
  private body: BodyCollector | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly request: HttpRequest, private readonly pool: BufferPool) {
    this.done = new Promise((resolve, reject) => { this.resolve = resolve; this.reject = reject; });
    this.timer = setTimeout(() => { this.stop(new HttpError('timeout', `No whole answer within ${request.totalMs} ms.`)); }, request.totalMs);
    if (request.signal.aborted) this.onAbort();
    else request.signal.addEventListener('abort', this.onAbort, { once: true });
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.stopped !== null) controller.abort(asError(this.stopped));
  }

  onResponseStart(controller: Controller, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    this.head = { status, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])) };
    if (status >= 300) return;
    try {
      this.body = new BodyCollector(this.pool, this.head, { range: this.request.range ?? null, maxBytes: this.request.maxBytes });
    } catch (refused) { controller.abort(asError(refused)); this.fail(refused); }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (!this.body) return;
    try {
      if (this.body.take(chunk)) { this.finish(); controller.abort(ENOUGH); }
    } catch (refused) { controller.abort(asError(refused)); this.fail(refused); }
  }

  onResponseEnd(): void { this.finish(); }

  onResponseError(_controller: Controller, error: Error): void { this.fail(this.stopped ?? error); }

  /** Ends it with a reason, wherever it stands. */
  stop(reason: unknown): void {
    this.stopped ??= reason;
    this.controller?.abort(asError(reason));
    this.fail(reason);
  }

  private finish(): void {
    const { status, headers } = this.head;
    try {
      const body = this.body?.finish() ?? null;
      this.body = null;
      this.settle();
      this.resolve({ status, headers, body, location: status >= 300 && status < 400 ? (headers['location'] ?? null) : null });
    } catch (broken) { this.fail(broken); }
  }

  private fail(reason: unknown): void {
    this.settle();
    this.reject(reason);
  }

  private settle(): void {
    this.body?.drop();
    this.body = null;
    clearTimeout(this.timer);
    this.request.signal.removeEventListener('abort', this.onAbort);
  }

  private readonly onAbort = (): void => { this.stop(this.request.signal.reason); };
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new HttpError('away', String(thrown)));
