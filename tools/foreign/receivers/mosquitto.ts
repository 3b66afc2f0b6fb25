import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../../common/until.js';
import { freePort } from '../../supervisor/ports.js';
import { startChild, untilListens, type ThirdPartyChild } from '../../third-party/third-party-child.js';
import { demandDebian } from '../programs.js';
import { TEXT, titleOf } from './notification-api.js';
import type { Receiver, ReceiverPlace } from './receiver.js';

const [USER, PASSWORD] = ['me', 'r!ght'];
const WAIT_MS = 60_000;

interface Published {
  readonly topic: string;
  readonly isRetained: boolean;
  readonly payload: string;
}

/** mosquitto with a login. It keeps the sessions of its clients when it is stopped. */
class Broker implements AsyncDisposable {
  private server: ThirdPartyChild | null = null;
  private readonly listeners: ThirdPartyChild[] = [];

  constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  async start(): Promise<void> {
    const [file, passwords] = [path.join(this.folder, 'mosquitto.conf'), path.join(this.folder, 'passwords')];
    const lines = [
      `listener ${String(this.port)} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${passwords}`,
      'persistence true',
      `persistence_location ${this.folder}/`,
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    await startChild('mosquitto_passwd', ['-b', '-c', passwords, USER, PASSWORD]).ended;
    this.server = startChild('mosquitto', ['-c', file]);
    await untilListens(this.port, this.server);
  }

  async stop(): Promise<void> {
    this.server?.kill('SIGTERM');
    await this.server?.ended;
  }

  /** A client whose session survives a stop of the broker. @returns what it has received so far */
  subscribe(name: string): () => Promise<Published[]> {
    const out = path.join(this.folder, `${name}.txt`);
    const login = ['-h', '127.0.0.1', '-p', String(this.port), '-u', USER, '-P', PASSWORD];
    const args = [...login, '-i', name, '-c', '-q', '1', '-t', '#', '-F', '%r %t %p'];
    this.listeners.push(startChild('sh', ['-c', 'exec stdbuf -oL mosquitto_sub "$@" > "$0"', out, ...args]));
    return async () => (await readFile(out, 'utf8').catch(() => '')).split('\n').flatMap(publishedIn);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.listeners) one.kill('SIGKILL');
    await this.stop();
  }
}

function publishedIn(line: string): Published[] {
  const [, retained, topic = '', payload = ''] = /^([01]) (\S+) (.*)$/.exec(line) ?? [];
  return retained === undefined ? [] : [{ topic, isRetained: retained === '1', payload }];
}

const eventsOf = (all: readonly Published[], channel: string): Record<string, unknown>[] =>
  all
    .filter(({ topic }) => topic === 'dvr/event')
    .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)
    .filter(({ title }) => String(title).startsWith(channel));

function faultsOfEvents(all: readonly Published[], channel: string): string[] {
  const events = eventsOf(all, channel);
  const [event] = events;
  if (events.length !== 1) return [`${channel}: ${String(events.length)} events instead of one`];
  const wanted = { event_type: 'streamOnline', title: titleOf(channel), text: TEXT };
  return Object.entries(wanted).flatMap(([name, value]) =>
    event?.[name] === value ? [] : [`${channel}: ${name} is ${JSON.stringify(event?.[name])}`],
  );
}

/** What a Home Assistant finds that connects later: the descriptions, the state, and that Vodkeep is there. */
async function faultsOfRetained(read: () => Promise<Published[]>, signal: AbortSignal): Promise<string[]> {
  const retained = await until('the retained messages', { signal, limitMs: WAIT_MS }, async () => {
    const found = (await read()).filter(({ isRetained }) => isRetained);
    return found.length >= 4 && found;
  });
  const wanted: readonly (readonly [RegExp, RegExp])[] = [
    [/^homeassistant\/event\/vodkeep_\w+\/config$/, /"state_topic":"dvr\/event".*"availability_topic":"dvr\/status"/],
    [/^homeassistant\/binary_sensor\/vodkeep_\w+\/\w+_live\/config$/, /"name":"mqttone live"/],
    [/^dvr\/channel\/[\w-]+\/live$/, /^ON$/],
    [/^dvr\/status$/, /^online$/],
  ];
  return wanted.flatMap(([topic, payload]) =>
    retained.some((one) => topic.test(one.topic) && payload.test(one.payload))
      ? []
      : [`not retained: ${topic.source} with ${payload.source}`],
  );
}

async function check({ folder, api, installation, signal }: ReceiverPlace): Promise<readonly string[]> {
  await using cleaning = new AsyncDisposableStack();
  const broker = cleaning.use(new Broker(folder, await freePort()));
  await broker.start();
  const read = broker.subscribe('first');
  const config = { url: `mqtt://127.0.0.1:${String(broker.port)}`, user: USER, password: PASSWORD, topic: 'dvr' };
  const id = await api.addReceiver('mqtt', { ...config, password: 'wrong' });
  const faults: string[] = [];
  const refused = await api.test(id);
  if (refused.ok || !/not authori[sz]ed/i.test(refused.answer))
    faults.push(`a wrong password shows ${JSON.stringify(refused)}`);
  await api.changeReceiver(id, 'mqtt', config);
  const statusIs = (wanted: string) =>
    until(`the status ${wanted}`, { signal, limitMs: WAIT_MS }, async () => {
      const statuses = (await read()).filter(({ topic }) => topic === 'dvr/status').map(({ payload }) => payload);
      return statuses.join() === wanted;
    });
  await statusIs('online');
  const tested = await api.test(id);
  if (!tested.ok) faults.push(`the test shows ${JSON.stringify(tested)}`);

  const first = cleaning.use(await api.channelFor(id, 'mqttone'));
  first.goLive();
  await api.untilSent('mqttone', signal);
  await until('the event', { signal, limitMs: WAIT_MS }, async () => eventsOf(await read(), 'mqttone').length > 0);
  faults.push(...(await faultsOfRetained(broker.subscribe('later'), signal)));
  installation.kill('api', 'SIGKILL');
  await statusIs('online,offline,online');
  faults.push(...faultsOfEvents(await read(), 'mqttone'));

  const second = cleaning.use(await api.channelFor(id, 'mqtttwo'));
  await broker.stop();
  second.goLive();
  await api.untilTried('mqtttwo', signal);
  await broker.start();
  await api.untilSent('mqtttwo', signal);
  await until('the event', { signal, limitMs: WAIT_MS }, async () => eventsOf(await read(), 'mqtttwo').length > 0);
  return [...faults, ...faultsOfEvents(await read(), 'mqtttwo')];
}

/** A broker and its own client. */
export const MOSQUITTO: Receiver = {
  id: 'receiver-mosquitto',
  about: 'MQTT with discovery and last will',
  isShort: false,
  prepare: async () => {
    await demandDebian('mosquitto', ['mosquitto', 'mosquitto-clients']);
    await demandDebian('mosquitto_sub', ['mosquitto', 'mosquitto-clients']);
  },
  check,
};
