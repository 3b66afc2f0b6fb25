import { type Payload } from '#libs/contracts';
import { Assignments } from './assignments.js';
import { BusLink, type BusStatus } from './bus-link.js';
import { connectNats, type BusSettings } from './connect.js';
import { Consumption, type ConsumptionPlan } from './consumption.js';
import { DeadLetters } from './dead-letters.js';
import { ensureStreams, PROBE_SUBJECT } from './stream-plan.js';
import { StorageIdentityBucket } from './storage-identity-bucket.js';
import { Leases } from './leases.js';
import { LogStream } from './log-stream.js';
import { type CommandDef, type DurableDef, type PulseDef } from './message-codec.js';
import { busCall } from './bus-call.js';
import { publishDurable, type Published, type PublishOptions } from './publish.js';
import { subscribePulses, sendPulse } from './pulses.js';
import { isCommandQueued, queuedCommands } from './queued-commands.js';
import { isIdle } from './wait-until-idle.js';

/** The message bus of the installation. Hides NATS from the services. */
export class Bus {
  readonly assignments: Assignments;
  readonly leases: Leases;
  readonly storageIdentity: StorageIdentityBucket;
  readonly log: LogStream;
  readonly deadLetters: DeadLetters;
  readonly #queuedListeners = new Set<() => void>();

  constructor(private readonly link: BusLink) {
    this.assignments = new Assignments(link);
    this.leases = new Leases(link);
    this.storageIdentity = new StorageIdentityBucket(link);
    this.log = new LogStream(link);
    this.deadLetters = new DeadLetters(link);
  }

  /** False while NATS is unavailable. The bus reconnects by itself. */
  get connected(): boolean {
    return this.link.connected;
  }

  /** Creates or updates streams and buckets. Each service calls it at start. @throws OutsideError `bus-unavailable` */
  ensure(): Promise<void> {
    return ensureStreams(this.link);
  }

  /**
   * Stores an event or command in JetStream. Resolves when it is written to disk.
   * @throws OutsideError `bus-unavailable` - unknown whether it was stored: publish again with the same `msgId`
   * @throws BugError `wrong-payload`, `payload-too-large`
   */
  async publish<D extends DurableDef>(def: D, payload: Payload<D>, { msgId }: PublishOptions): Promise<Published> {
    const published = await publishDurable(this.link, def, { payload, msgId });
    if (def.kind === 'command') for (const listener of this.#queuedListeners) listener();
    return published;
  }

  /** Calls the listener after each command that this process has published. */
  onCommandQueued(listener: () => void): void {
    this.#queuedListeners.add(listener);
  }

  /** Sends a message that may be lost. @throws BugError `wrong-payload` */
  pulse<D extends PulseDef>(def: D, payload: Payload<D>): void {
    sendPulse(this.link, def, payload);
  }

  /** Receives pulses of one key, or of all keys with `*`. @returns a function that ends the subscription */
  onPulse<D extends PulseDef>(def: D, key: string, handler: (payload: Payload<D>) => void | Promise<void>): () => void {
    return subscribePulses(this.link, def, { key, handler });
  }

  onStatus(listener: (status: BusStatus) => void): () => void {
    return this.link.onStatus(listener);
  }

  /**
   * Consumes messages of one durable consumer. Services use it through `JetStreamStrategy`.
   * @returns the running consumption; `close` ends it
   */
  async consume(plan: ConsumptionPlan): Promise<Consumption> {
    const consumption = new Consumption(this.link, this.deadLetters, plan);
    await consumption.start();
    return consumption;
  }

  /**
   * Writes one message to the probe stream. This detects a JetStream that answers but cannot write.
   * @throws OutsideError `bus-unavailable`
   */
  async check(): Promise<void> {
    await busCall('write to the probe stream', () => this.link.js.publish(PROBE_SUBJECT, '1', { timeout: 3_000 }));
  }

  /**
   * Number of queued or running commands, by command name.
   * @throws OutsideError `bus-unavailable`
   */
  queuedCommands(): Promise<ReadonlyMap<string, number>> {
    return queuedCommands(this.link);
  }

  /**
   * Whether the command with this name and key is queued or running.
   * @throws OutsideError `bus-unavailable`
   */
  isCommandQueued(def: CommandDef, key: string): Promise<boolean> {
    return isCommandQueued(this.link, def, key);
  }

  /** True when no command is queued or running and every event is acknowledged; for {@link waitUntilIdle}. */
  isIdle(): Promise<boolean> {
    return isIdle(this.link);
  }

  /** Sends pending messages and closes the connection. */
  async close(): Promise<void> {
    if (this.connected) await this.link.nc.drain().catch(() => undefined);
    await this.link.nc.close();
  }
}

/**
 * Connects to NATS and waits until the server is available. {@link Bus.ensure} creates the streams.
 * @throws UserError `nats-too-old`, `nats-without-jetstream`
 */
export async function connectBus(settings: BusSettings): Promise<Bus> {
  const nc = await connectNats(settings);
  return new Bus(await BusLink.open(nc, settings.replicas ?? 1));
}
