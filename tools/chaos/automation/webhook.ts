import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Call = z.object({ id: z.string(), category: z.string(), vod_uuid: z.string().nullable() });
/** One request to the webhook. */
export type Call = z.infer<typeof Call>;

/** A receiver of signed webhooks that accepts everything and keeps what it got. */
export class Webhook {
  readonly calls: Call[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Webhook> {
    const server = createServer();
    const webhook = new Webhook(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        webhook.calls.push(Call.parse(JSON.parse(Buffer.concat(chunks).toString())));
        response.end('thank you');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return webhook;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/hook`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
