import { type HealthReport, type ServiceHealth } from '#libs/contracts';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { causeOf, messageOf, UserError } from '#libs/errors';
import { english, message, type Message } from '#libs/messages';
import { type HealthRegistry } from './health-registry.js';

/**
 * `GET /health/live` answers as long as the process runs. `GET /health` and `/health/ready` run the checks and answer
 * 200, or 503 with the same body.
 */
export async function serveHealth(
  health: HealthRegistry,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET') answer(response, 405, { message: 'GET only' });
    else if (path === '/health/live') answer(response, 200, { ok: true });
    else if (path === '/health' || path === '/health/ready') report(health, response);
    else answer(response, 404, { message: 'use /health, /health/live or /health/ready' });
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(message('error.health-port', { host, port, why: causeOf(error) }), { cause: error });
  }
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

function report(health: HealthRegistry, response: ServerResponse): void {
  health.report().then(
    (all) => {
      answer(response, all.ok ? 200 : 503, inEnglish(all));
    },
    (error: unknown) => {
      answer(response, 500, { message: messageOf(error) });
    },
  );
}

const inEnglish = (report: HealthReport): ServiceHealth => ({
  ...report,
  checks: report.checks.map(({ message, remedy, ...check }) => ({
    ...check,
    message: englishText(message),
    remedy: englishText(remedy),
  })),
});
const englishText = (text: Message | ''): string => (text === '' ? '' : english(text));

function answer(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
