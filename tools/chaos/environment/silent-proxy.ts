import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that can drop all traffic without closing a connection, like the network of a vanished node. */
export class SilentProxy {
  private readonly sockets = new Set<Socket>();
  private isSilent = false;

  private constructor(
    private readonly server: Server,
    /** port of the proxy on 127.0.0.1 */
    readonly port: number,
  ) {}

  /** @param target port on 127.0.0.1 */
  static async start(target: number): Promise<SilentProxy> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const proxy = new SilentProxy(server, typeof address === 'object' && address !== null ? address.port : 0);
    server.on('connection', (client) => {
      proxy.join(client, target);
    });
    return proxy;
  }

  /** Whether a connection of the proxy to its target comes from this port. */
  serves(port: number): boolean {
    return [...this.sockets].some((socket) => socket.localPort === port);
  }

  /**
   * Stops forwarding traffic in both directions. Connections stay open; the proxy accepts new connections but does not
   * serve them.
   */
  silence(): void {
    this.isSilent = true;
    for (const socket of this.sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket, target: number): void {
    this.keep(client);
    if (this.isSilent) return;
    const server = connect(target, '127.0.0.1');
    this.keep(server);
    client.pipe(server);
    server.pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('close', () => {
        if (!this.isSilent) other.destroy();
      });
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }
}
