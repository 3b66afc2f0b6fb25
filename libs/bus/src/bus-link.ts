import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { type NatsConnection } from '@nats-io/transport-node';

/** A state change of the bus. `problem` is a fault that the bus has recovered from and that should be logged. */
export type BusStatus =
  | { readonly type: 'disconnected' }
  | { readonly type: 'reconnected' }
  | { readonly type: 'closed' }
  | { readonly type: 'problem'; readonly text: string; readonly error: unknown };

/** The NATS connection and the listeners to its state. All parts of the bus share one. */
export class BusLink {
  readonly #listeners = new Set<(status: BusStatus) => void>();
  #connected = true;

  readonly js: JetStreamClient;

  private constructor(
    readonly nc: NatsConnection,
    readonly jsm: JetStreamManager,
    readonly replicas: number,
  ) {
    this.js = jetstream(nc);
    void this.#follow();
  }

  static async open(nc: NatsConnection, replicas: number): Promise<BusLink> {
    return new BusLink(nc, await jetstreamManager(nc, { checkAPI: false }), replicas);
  }

  get connected(): boolean {
    return this.#connected && !this.nc.isClosed();
  }

  /** Whether the server has this version or a newer one. */
  isServerFrom(major: number, minor: number): boolean {
    const [has = 0, hasMinor = 0] = (this.nc.info?.version ?? '0.0').split('.').map(Number);
    return has > major || (has === major && hasMinor >= minor);
  }

  onStatus(listener: (status: BusStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  problem(text: string, error: unknown): void {
    this.#notify({ type: 'problem', text, error });
  }

  async #follow(): Promise<void> {
    for await (const status of this.nc.status()) {
      if (status.type === 'disconnect') {
        this.#connected = false;
        this.#notify({ type: 'disconnected' });
      } else if (status.type === 'reconnect') {
        this.#connected = true;
        this.#notify({ type: 'reconnected' });
      } else if (status.type === 'error') this.problem('NATS reports an error', status.error);
    }
    this.#connected = false;
    this.#notify({ type: 'closed' });
  }

  #notify(status: BusStatus): void {
    for (const listener of [...this.#listeners]) listener(status);
  }
}
