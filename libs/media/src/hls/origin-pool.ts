import { HttpConnection, type Route } from './http-connection.js';
import { type HttpExchange } from './http-exchange.js';

/** The connections of one capture to one origin: a few, kept open, requests wait for a free one in order. */
export class OriginPool {
  private readonly all = new Set<HttpConnection>();
  private readonly free: HttpConnection[] = [];
  private readonly waiting: HttpExchange[] = [];

  constructor(
    private readonly route: Route,
    private readonly most: number,
  ) {}

  run(exchange: HttpExchange): void {
    this.waiting.push(exchange);
    this.serve();
  }

  destroy(reason: unknown): void {
    for (const exchange of this.waiting.splice(0)) exchange.failed(reason);
    for (const connection of [...this.all]) connection.destroy(reason);
  }

  private serve(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (next.isOver) {
        this.waiting.shift();
        continue;
      }
      const connection = this.takeFree() ?? (this.all.size < this.most ? this.open() : null);
      if (!connection) return;
      this.waiting.shift();
      next.sendOn(connection);
    }
  }

  private takeFree(): HttpConnection | null {
    for (let kept = this.free.pop(); kept; kept = this.free.pop()) if (!kept.isClosed) return kept;
    return null;
  }

  private open(): HttpConnection {
    const connection: HttpConnection = new HttpConnection(this.route, {
      onFree: () => {
        this.free.push(connection);
        this.serve();
      },
      onClosed: () => {
        this.all.delete(connection);
        this.serve();
      },
    });
    this.all.add(connection);
    return connection;
  }
}
