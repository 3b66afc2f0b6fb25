import { type ReceiverConfig } from '#libs/contracts';
import { type MqttClient } from 'mqtt';
import { connect, endOf, nodeOf, statusTopic } from './mqtt.notifier.js';
import { type NotifierPorts } from './notifier.js';

/** The broker notices after 1.5 times this that the machine is gone. */
const KEEPALIVE_S = 30;
const ENDING_MS = 2_000;
const CONFIRMING_MS = 10_000;

interface Held {
  readonly config: ReceiverConfig<'mqtt'>;
  readonly client: MqttClient;
}

/**
 * One connection to each broker, whose only purpose is its end: the broker publishes `offline` when Vodkeep is killed or
 * unreachable. A connection has the same client id in every process, so that the one of a new leader ends the old one.
 */
export class MqttPresence {
  private readonly held = new Map<string, Held>();

  constructor(private readonly lookup: NotifierPorts['lookup']) {}

  /**
   * Connects to the brokers of these receivers where there is no connection, and says goodbye to all others.
   * @param receivers configuration by id of the receiver
   * @returns faults of brokers that cannot be reached
   */
  async hold(receivers: ReadonlyMap<string, ReceiverConfig<'mqtt'>>, signal: AbortSignal): Promise<unknown[]> {
    for (const [id, { config, client }] of this.held)
      if (!client.connected || !isSame(config, receivers.get(id))) await this.leave(id);
    const wanted = [...receivers].filter(([id]) => !this.held.has(id));
    const tries = await Promise.allSettled(wanted.map(([id, config]) => this.join(id, config, signal)));
    return tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason as unknown] : []));
  }

  async release(): Promise<void> {
    await Promise.all([...this.held.keys()].map((id) => this.leave(id)));
  }

  private async join(id: string, config: ReceiverConfig<'mqtt'>, signal: AbortSignal): Promise<void> {
    const topic = statusTopic(config.topic);
    const client = await connect(
      config,
      { signal, lookup: this.lookup },
      {
        clientId: `${nodeOf(config.topic)}_status`,
        keepalive: KEEPALIVE_S,
        will: { topic, payload: Buffer.from('offline'), qos: 1, retain: true },
      },
    );
    if (signal.aborted) client.end();
    signal.throwIfAborted();
    // A lost connection is replaced by the next call.
    client.on('error', () => undefined);
    this.held.set(id, { config, client });
    // A broker that confirms nothing must not hold up the others.
    const limit = setTimeout(() => client.end(true), CONFIRMING_MS);
    try {
      await Promise.race([client.publishAsync(topic, 'online', { qos: 1, retain: true }), endOf(client)]);
    } finally {
      clearTimeout(limit);
    }
  }

  /** The process of a new leader has already ended this connection, so it is not contradicted. */
  private async leave(id: string): Promise<void> {
    const one = this.held.get(id);
    this.held.delete(id);
    if (!one) return;
    const { client, config } = one;
    // A broker that does not answer must not hold up the stop; its last will then says the same.
    const limit = setTimeout(() => client.end(true), ENDING_MS);
    try {
      if (client.connected) await client.publishAsync(statusTopic(config.topic), 'offline', { qos: 1, retain: true });
      await client.endAsync();
    } catch {
      client.end(true);
    } finally {
      clearTimeout(limit);
    }
  }
}

const isSame = (a: ReceiverConfig<'mqtt'>, b: ReceiverConfig<'mqtt'> | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
