import { setTimeout as wait } from 'node:timers/promises';
import { connectBus, type Bus } from '#libs/bus';
import { storageChoice, type ConfigOf, type ServiceName, type SharedConfig } from '#libs/config';
import { isAppError } from '#libs/errors';
import { message } from '#libs/messages';
import { openStorage, type OpenStorage } from '#libs/storage';
import { type Drain } from './drain.js';
import { HealthRegistry } from './health-registry.js';
import { type Kit } from './kit.js';
import { type Log } from './log.js';
import { type LogShipper } from './log-shipper.js';

const RETRY_DELAY_MS = 1_000;

interface Base<N extends ServiceName> {
  readonly name: N;
  readonly version: string;
  readonly config: ConfigOf<N> & SharedConfig;
  readonly log: Log;
  readonly drain: Drain;
  readonly shipper: LogShipper;
}

/**
 * Connects to NATS (waits for it), creates its streams, opens the storage of the installation, and adds health checks
 * for both.
 */
export async function openKit<N extends ServiceName>(base: Base<N>): Promise<Kit<N>> {
  const { name, version, config, log, drain, shipper } = base;
  const bus = await openBus(base);
  shipper.attach({
    get connected() {
      return bus.connected;
    },
    write: (line) => bus.log.write(line),
  });
  drain.addLast({ name: 'log', run: () => shipper.close() });
  const storage = await openInstallationStorage(base, bus);
  const health = new HealthRegistry({ service: name, node: config.core.node, version });
  addChecks(health, bus, storage);
  return { name, version, config, log, bus, storage, health, drain };
}

async function openBus<N extends ServiceName>({ name, config, log, drain }: Base<N>): Promise<Bus> {
  const waiting = setTimeout(() => {
    log.warn('waiting for NATS', { url: config.nats.url });
  }, 2_000);
  const bus = await connectBus({
    servers: config.nats.url,
    token: config.nats.token,
    name: `${name}@${config.core.node}`,
    replicas: config.nats.replicas,
  }).finally(() => {
    clearTimeout(waiting);
  });
  drain.addLast({ name: 'bus', run: () => bus.close(), limitMs: 3_000 });
  logStatus(bus, log.child('bus'));
  await ensureStreams(bus, { log, drain }, isOutside);
  // A server that lost its disk restarts without streams.
  bus.onStatus((status) => {
    if (status.type === 'reconnected')
      void ensureStreams(bus, { log, drain }, isAppError).catch((error: unknown) => {
        log.failure('NATS streams not created', error);
      });
  });
  return bus;
}

async function openInstallationStorage<N extends ServiceName>(
  { config, drain }: Base<N>,
  bus: Bus,
): Promise<OpenStorage> {
  const storage = await openStorage(storageChoice(config.storage), { claims: false });
  drain.addLast({ name: 'storage', run: () => storage.close(), limitMs: 5_000 });
  // Must run before the first write: an empty mount point, or another disk in its place, is not the storage of this
  // installation (ADR 0012).
  drain.add({
    name: 'storage-identity',
    run: await bus.storageIdentity.watch((id) => {
      storage.requireIdentity(id);
    }),
  });
  return storage;
}

function addChecks(health: HealthRegistry, bus: Bus, storage: OpenStorage): void {
  health.add({
    name: 'nats',
    run: async () => {
      await bus.check();
      return message('health.can-write');
    },
    remedy: message('health.nats-remedy'),
  });
  health.add({
    name: 'storage',
    run: async () => {
      await storage.check();
      return message('health.storage-writable', { kind: storage.kind });
    },
    remedy: message('health.storage-remedy'),
  });
}

/** Whether a retry may help without the operator. */
const isOutside = (error: unknown): boolean => isAppError(error) && error.fault === 'outside';

/** Retries, because a server that has just started may have no leader for its streams yet. */
async function ensureStreams(
  bus: Bus,
  { log, drain }: { readonly log: Log; readonly drain: Drain },
  isRetried: (error: unknown) => boolean,
): Promise<void> {
  for (let isLogged = false; !drain.signal.aborted; isLogged = true) {
    try {
      await bus.ensure();
      return;
    } catch (error) {
      if (!isRetried(error)) throw error;
      if (!isLogged) log.failure('NATS streams not created yet', error);
      await wait(RETRY_DELAY_MS);
    }
  }
}

function logStatus(bus: Bus, log: Log): void {
  bus.onStatus((status) => {
    if (status.type === 'disconnected') log.warn('NATS disconnected');
    else if (status.type === 'reconnected') log.info('NATS reconnected');
    else if (status.type === 'problem') log.failure(status.text, status.error);
  });
}
