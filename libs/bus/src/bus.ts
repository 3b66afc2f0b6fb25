import { type Payload } from '#libs/contracts';
import { Assignments } from './assignments.js';
import { BusLink, type BusStatus } from './bus-link.js';
import { connectNats, type BusSettings } from './connect.js';
import { Consumption, type ConsumptionPlan } from './consumption.js';
import { DeadLetters } from './dead-letters.js';
import { ensureStreams, PROBE_SUBJECT } from './stream-plan.js';
import { HouseFacts } from './house-facts.js';
import { Leases } from './leases.js';
import { LogStream } from './log-stream.js';
import { type KeptDef, type PulseDef } from './message-codec.js';
import { outside } from './outside.js';
import { publishKept, type Published, type PublishOptions } from './publish.js';
import { hearPulses, sendPulse } from './pulses.js';
import { isSettled } from './settled.js';

/** The house's messages: what a service needs of NATS, and nothing of NATS itself. */
export class Bus {
  readonly assignments: Assignments;
  readonly leases: Leases;
  readonly house: HouseFacts;
  readonly log: LogStream;
  readonly deadLetters: DeadLetters;

  constructor(private readonly link: BusLink) {
    this.assignments = new Assignments(link);
    this.leases = new Leases(link);
    this.house = new HouseFacts(link);
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
  publish<D extends KeptDef>(def: D, payload: Payload<D>, { msgId }: PublishOptions): Promise<Published> {
    return publishKept(this.link, def, { payload, msgId });
  }

  /** Sends what may be lost. @throws BugError `wrong-payload` */
  pulse<D extends PulseDef>(def: D, payload: Payload<D>): void {
    sendPulse(this.link, def, payload);
  }

  /** Hears pulses of one key, or of all with `*`. @returns the function that ends it */
  onPulse<D extends PulseDef>(def: D, key: string, handler: (payload: Payload<D>) => void | Promise<void>): () => void {
    return hearPulses(this.link, def, { key, handler });
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
    await outside('NATS cannot write', () => this.link.js.publish(PROBE_SUBJECT, '1', { timeout: 3_000 }));
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
