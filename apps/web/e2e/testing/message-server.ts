import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request of a receiver. */
export interface Received {
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** A server in place of the services that get messages; it keeps what it got. */
export class MessageServer {
  readonly received: Received[] = [];
  /** Status of the answer; a test may refuse requests. */
  answer: (request: Pick<Received, 'path' | 'body'>) => number = () => 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MessageServer> {
    const server = createServer();
    const messages = new MessageServer(server);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        const status = messages.answer({ path, body });
        messages.received.push({ path, body, status });
        response.writeHead(status).end(status === 200 ? '{}' : 'not now');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return messages;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Requests by the start of their path and a part of their body. */
  of(path: string, text: string): readonly Received[] {
    return this.received.filter((one) => one.path.startsWith(path) && one.body.includes(text));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
