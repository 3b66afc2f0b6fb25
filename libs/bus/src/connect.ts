import { connect, type NatsConnection } from '@nats-io/transport-node';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { busCall } from './bus-call.js';

/** Where NATS is and who asks. */
export interface BusSettings {
  /** `nats://host:port`, several parted by commas. */
  readonly servers: string;
  readonly token: string | null;
  /** Shown by NATS tools: service and node. */
  readonly name: string;
  /** Copies of each stream: 1 on one machine, 3 on a cluster. */
  readonly replicas?: number;
}

const OLDEST: readonly [number, number] = [2, 11];

/**
 * Connects, waiting for a server that is not there yet, and never gives up afterwards: the client's default of 10 tries
 * ends a service 19 s after NATS went away.
 * @throws UserError `nats-too-old` - older than 2.11 ignores marker TTLs and term reasons; `nats-without-jetstream`
 */
export async function connectNats({ servers, token, name }: BusSettings): Promise<NatsConnection> {
  const nc = await busCall('cannot reach NATS', () =>
    connect({
      servers: servers.split(',').map((s) => s.trim()),
      name,
      ...(token === null ? {} : { token }),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      waitOnFirstConnect: true,
      ignoreAuthErrorAbort: true,
      pingInterval: 10_000,
      maxPingOut: 2,
      timeout: 5_000,
    }),
  );
  try {
    checkServer(nc);
  } catch (error) {
    await nc.close();
    throw error;
  }
  return nc;
}

function checkServer({ info }: NatsConnection): void {
  const version = info?.version ?? '0.0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new UserError(message('error.nats-too-old', { version }));
  if (info?.jetstream !== true) throw new UserError(message('error.nats-without-jetstream'));
}
