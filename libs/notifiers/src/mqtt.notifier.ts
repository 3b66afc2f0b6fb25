import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type NotificationCategory, NOTIFICATION_CATEGORIES, type ReceiverConfig } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { message as text } from '#libs/messages';
import { type IClientOptions, type MqttClient } from 'mqtt';
import { type Notifier, type NotifierPorts, type OutgoingMessage } from './notifier.js';
import { openSocket } from './open-socket.js';
import { payloadOf } from './webhook.notifier.js';

const CONNECT_MS = 10_000;
/** A broker only confirms what it gets, and Vodkeep subscribes to nothing. Bytes in a minute. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MINUTE_MS = 60_000;

interface Publication {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

/**
 * Publishes each event, and the state of a channel if the event reports it. With discovery, Home Assistant finds one
 * event entity, and sensors `live` and `recording` for each channel
 * (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery).
 */
export const mqtt: Notifier<'mqtt'> = {
  send: async (message, config, { signal, lookup }) => {
    const client = await connect(config, { signal, lookup });
    const stop = (): void => {
      client.end(true);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const all = publications(message, config);
      await Promise.race([publishAll(client, all), endOf(client)]);
      return { outcome: 'sent', answer: `${all.length} published` };
    } finally {
      signal.removeEventListener('abort', stop);
      // Without a connection, a goodbye would wait for the confirmation of what is published.
      if (client.connected) await client.endAsync().catch(() => undefined);
      else client.end(true);
    }
  },
};

async function publishAll(client: MqttClient, all: readonly Publication[]): Promise<void> {
  for (const { topic, payload, retain } of all) await client.publishAsync(topic, payload, { qos: 1, retain });
}

/** What is published on a connection that has ended is never confirmed. @throws always, at its end */
export async function endOf(client: MqttClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  client.once('close', () => {
    resolve(undefined);
  });
  if (client.connected) await promise;
  throw new OutsideError(text('error.http-away.closed'));
}

export async function connect(
  { url, user, password }: ReceiverConfig<'mqtt'>,
  { signal, lookup }: Pick<NotifierPorts, 'lookup'> & { readonly signal: AbortSignal },
  more: Pick<IClientOptions, 'clientId' | 'will' | 'keepalive'> = {},
): Promise<MqttClient> {
  try {
    const { MqttClient: Client } = (await import('mqtt')).default;
    const stream = await openStream(new URL(url), lookup, signal);
    const client = new Client(() => stream, {
      ...(user !== '' && { username: user, password }),
      connectTimeout: CONNECT_MS,
      reconnectPeriod: 0,
      clean: true,
      ...more,
    });
    limitAnswers(stream);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
    return await accepted(client, limit);
  } catch (thrown) {
    signal.throwIfAborted();
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new OutsideError(text('error.receiver-away', { host: new URL(url).host, why }), { cause: thrown });
  }
}

/** The library limits neither the length nor the number of packets. */
function limitAnswers(stream: Socket): void {
  let [bytes, since] = [0, performance.now()];
  stream.on('data', (chunk: Buffer) => {
    if (performance.now() - since > MINUTE_MS) [bytes, since] = [0, performance.now()];
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) stream.destroy(new OutsideError(text('error.site-away.answer-too-large')));
  });
}

/** A library's own connection would look the host up again, or not at all with our `lookup`. */
async function openStream(
  { protocol, hostname, port }: URL,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<Socket> {
  const isSecure = protocol === 'mqtts:';
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = await openSocket({ host, port: Number(port) || (isSecure ? 8883 : 1883), lookup }, signal);
  if (!isSecure) return socket;
  const secured = connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) });
  try {
    await once(secured, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]) });
    return secured;
  } catch (thrown) {
    secured.destroy();
    throw thrown;
  }
}

/** @throws what the broker or the connection says, or that it was closed */
async function accepted(client: MqttClient, limit: AbortSignal): Promise<MqttClient> {
  // Without a listener, an error of the connection would end the process.
  client.on('error', () => undefined);
  const { promise, resolve, reject } = Promise.withResolvers<MqttClient>();
  const refuse = (): void => {
    reject(limit.reason as Error);
  };
  limit.addEventListener('abort', refuse, { once: true });
  client.once('connect', () => {
    resolve(client);
  });
  client.once('error', reject);
  client.once('close', () => {
    reject(new OutsideError(text('error.http-away.closed')));
  });
  try {
    return await promise;
  } catch (thrown) {
    client.end(true);
    throw thrown;
  } finally {
    limit.removeEventListener('abort', refuse);
  }
}

/** What a category says about a channel: the sensor, and whether it is on. */
const CHANNEL_STATES: Readonly<Partial<Record<NotificationCategory, readonly ['live' | 'recording', 'ON' | 'OFF']>>> = {
  streamOnline: ['live', 'ON'],
  streamOffline: ['live', 'OFF'],
  recordingStarted: ['recording', 'ON'],
  recordingEnded: ['recording', 'OFF'],
  recordingFailed: ['recording', 'OFF'],
};

/** All that is published for one message, in order: what describes a topic comes before its value. */
function publications(message: OutgoingMessage, config: ReceiverConfig<'mqtt'>): readonly Publication[] {
  const { topic, discovery } = config;
  const event = `${topic}/event`;
  const node = nodeOf(topic);
  const device = { identifiers: [node], name: 'Vodkeep', manufacturer: 'Vodkeep' };
  const availability_topic = statusTopic(topic);
  const state = sensorOf(message, { topic, node });
  const described: Publication[] =
    discovery === ''
      ? []
      : [
          retained(`${discovery}/event/${node}/config`, {
            name: 'Event',
            unique_id: `${node}_event`,
            state_topic: event,
            event_types: NOTIFICATION_CATEGORIES,
            availability_topic,
            device,
          }),
          ...(state
            ? [
                retained(`${discovery}/binary_sensor/${node}/${state.id}/config`, {
                  ...state.config,
                  availability_topic,
                  device,
                }),
              ]
            : []),
        ];
  return [
    ...described,
    { topic: event, payload: JSON.stringify({ event_type: message.category, ...payloadOf(message) }), retain: false },
    ...(state ? [{ topic: state.topic, payload: state.value, retain: true }] : []),
  ];
}

/** Says `online` while Vodkeep runs, else `offline`: see `MqttPresence`. */
export const statusTopic = (topic: string): string => `${topic}/status`;

/** Names this installation to Home Assistant. */
export const nodeOf = (topic: string): string =>
  `vodkeep_${createHash('sha256').update(topic).digest('hex').slice(0, 8)}`;

const retained = (topic: string, json: unknown): Publication => ({
  topic,
  payload: JSON.stringify(json),
  retain: true,
});

/** A notice about a channel has a category too, but no values: neither its start nor its end says what the channel does. */
function sensorOf(
  { category, values, channelUuid }: OutgoingMessage,
  { topic, node }: { readonly topic: string; readonly node: string },
) {
  const { [category]: reported } = CHANNEL_STATES;
  const { channel } = values;
  if (!reported || channelUuid === null || channel === undefined) return null;
  const [sensor, value] = reported;
  const id = `${channelUuid.replaceAll('-', '')}_${sensor}`;
  const state = `${topic}/channel/${channelUuid}/${sensor}`;
  const name = `${channel} ${sensor}`;
  return { id, topic: state, value, config: { name, unique_id: `${node}_${id}`, state_topic: state } };
}
