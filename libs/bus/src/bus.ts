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
import { type DurableDef, type PulseDef } from './message-codec.js';
import { busCall } from './bus-call.js';
import { publishDurable, type Published, type PublishOptions } from './publish.js';
import { subscribePulses, sendPulse } from './pulses.js';
import { queuedCommands } from './queued-commands.js';
import { isSettled } from './settled.js';

/** The installation's messages: what a service needs of NATS, and nothing of NATS itself. */
export class Bus {
  readonly assignments: Assignments;
  readonly leases: Leases;
  readonly storageIdentity: StorageIdentityBucket;
  readonly log: LogStream;
  readonly deadLetters: DeadLetters;
  readonly #onQueued = new Set<() => void>();

  constructor(private readonly link: BusLink) {
    this.assignments = new Assignments(link);
    this.leases = new Leases(link);
    this.storageIdentity = new StorageIdentityBucket(link);
    this.log = new LogStream(link);
    this.deadLetters = new DeadLetters(link);
  }

  /** False while NATS is away; the bus comes back by itself. */
  get connected(): boolean {
    return this.link.connected;
  }

  /** Makes or updates streams and buckets; each service calls it at start. @throws OutsideError `bus-unavailable` */
  ensure(): Promise<void> {
    return ensureStreams(this.link);
  }

  /**
   * Keeps an event or command in JetStream; returned means written to disk.
   * @throws OutsideError `bus-unavailable` - it is not known whether it was kept: publish again with the same `msgId`
   * @throws BugError `wrong-payload`, `payload-too-large`
   */
  async publish<D extends DurableDef>(def: D, payload: Payload<D>, { msgId }: PublishOptions): Promise<Published> {
    const published = await publishDurable(this.link, def, { payload, msgId });
    if (def.kind === 'command') for (const listener of this.#onQueued) listener();
    return published;
  }

  /** Calls back whenever a command of this process is in the queue. */
  onCommandQueued(listener: () => void): void {
    this.#onQueued.add(listener);
  }

  /** Sends what may be lost. @throws BugError `wrong-payload` */
  pulse<D extends PulseDef>(def: D, payload: Payload<D>): void {
    sendPulse(this.link, def, payload);
  }

  /** Receives pulses of one key, or of all with `*`. @returns the function that ends it */
  onPulse<D extends PulseDef>(def: D, key: string, handler: (payload: Payload<D>) => void | Promise<void>): () => void {
    return subscribePulses(this.link, def, { key, handler });
  }

  onStatus(listener: (status: BusStatus) => void): () => void {
    return this.link.onStatus(listener);
  }

  /**
   * Takes messages of one durable consumer; services use it through `JetStreamStrategy`.
   * @returns the running consumption, which `close` ends
   */
  async consume(plan: ConsumptionPlan): Promise<Consumption> {
    const consumption = new Consumption(this.link, this.deadLetters, plan);
    await consumption.start();
    return consumption;
  }

  /**
   * Writes one message to a stream made for it, so that a JetStream that answers but cannot write is found.
   * @throws OutsideError `bus-unavailable`
   */
  async check(): Promise<void> {
    await busCall('NATS cannot write', () => this.link.js.publish(PROBE_SUBJECT, '1', { timeout: 3_000 }));
  }

  /**
   * How many commands of each name are queued or worked on.
   * @throws OutsideError `bus-unavailable`
   */
  queuedCommands(): Promise<ReadonlyMap<string, number>> {
    return queuedCommands(this.link);
  }

  /** True when no command is queued or worked on and every event was answered; for {@link settled}. */
  isSettled(): Promise<boolean> {
    return isSettled(this.link);
  }

  /** Sends what is under way and ends the connection. */
  async close(): Promise<void> {
    if (this.connected) await this.link.nc.drain().catch(() => undefined);
    await this.link.nc.close();
  }
}

/**
 * Connects to NATS and waits until it is there. Streams are made by {@link Bus.ensure}.
 * @throws UserError `nats-too-old`, `nats-without-jetstream`
 */
export async function connectBus(settings: BusSettings): Promise<Bus> {
  const nc = await connectNats(settings);
  return new Bus(await BusLink.over(nc, settings.replicas ?? 1));
}
