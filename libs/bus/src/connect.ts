import { connect, type NatsConnection } from '@nats-io/transport-node';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { busCall } from './bus-call.js';

/** Address of NATS and the identity of this client. */
export interface BusSettings {
  /** `nats://host:port`; several addresses are separated by commas. */
  readonly servers: string;
  readonly token: string | null;
  /** Client name that NATS tools show: service and node. */
  readonly name: string;
  /** Replicas of each stream: 1 on one machine, 3 on a cluster. */
  readonly replicas?: number;
}

/** Oldest supported version of nats-server. */
const OLDEST_VERSION: readonly [number, number] = [2, 11];

/**
 * Connects to NATS. Waits for a server that is not available yet, and reconnects without limit. The client's default of
 * 10 tries would end a service 19 s after NATS became unavailable.
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
  if (major < OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1]))
    throw new UserError(message('error.nats-too-old', { version }));
  if (info?.jetstream !== true) throw new UserError(message('error.nats-without-jetstream'));
}
