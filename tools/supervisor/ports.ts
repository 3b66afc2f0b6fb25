import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { BugError, UserError, untranslated } from '#libs/errors';

/**
 * A range below the ephemeral ports of the kernel: a database listens only seconds after its port is chosen, and in
 * that time the kernel could assign an ephemeral port to another program. Concurrent processes use different ports, by
 * their pid.
 */
const [FIRST_PORT, PORTS_PER_STEP, STEPS] = [20_000, 64, 180];
let step = randomInt(STEPS);

/**
 * A TCP port of the loopback interface that is free at the moment; a different one at each call.
 * @throws BugError `no-free-port`: when no port of the range is free
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < STEPS; tries += 1) {
    step = (step + 1) % STEPS;
    const port = FIRST_PORT + step * PORTS_PER_STEP + (process.pid % PORTS_PER_STEP);
    if (await isFree(port)) return port;
  }
  throw new BugError('no-free-port', `None of ${String(STEPS)} ports from ${String(FIRST_PORT)} on is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * Binds `port` for a moment, so that the operator learns of a conflict before anything starts.
 * @throws UserError `port-in-use`, `port-refused`, `no-such-address`: each names the remedy; BugError `port-check`: for
 *   any other error
 */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (thrown) {
    throw portFault(port, host, (thrown as NodeJS.ErrnoException).code);
  }
  server.close();
  await once(server, 'close');
}

function portFault(port: number, host: string, code: string | undefined): UserError | BugError {
  if (code === 'EADDRINUSE')
    return new UserError(
      untranslated(
        'port-in-use',
        `Port ${String(port)} is in use by another program. Stop it (\`ss -ltnp 'sport = :${String(port)}'\` shows it), or take another port: npm start -- --port ${String(port + 1)}`,
      ),
    );
  if (code === 'EACCES')
    return new UserError(
      untranslated(
        'port-refused',
        `Port ${String(port)} is reserved for root. Take one from 1024 on: npm start -- --port 8080`,
      ),
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UserError(
      untranslated(
        'no-such-address',
        `This machine has no address ${host}. Set VODKEEP_HOST to one of its own, or to 0.0.0.0`,
      ),
    );
  return new BugError('port-check', `Could not try port ${String(port)}: ${code ?? 'no code'}`);
}
