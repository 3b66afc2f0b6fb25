import { type ReceiverConfig, type ReceiverKind } from '#libs/contracts';
import { tempDir } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Aedes } from 'aedes';
import { createHmac, createECDH, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type LookupFunction,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import {
  makeVapidKeys,
  MqttPresence,
  NOTIFIERS,
  type NotifierPorts,
  type OutgoingMessage,
  type SendResult,
} from './index.js';

jest.setTimeout(60_000);

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
const AT = '2026-06-10T12:00:00.000Z';
const TRICKY = '<b> & "A*B_C" @everyone';
const MESSAGE: OutgoingMessage = {
  id: 'online c 1 r',
  category: 'streamOnline',
  level: 'info',
  ended: false,
  title: TRICKY,
  text: 'Tea: [a](b) > \\o/',
  link: 'https://dvr.example/vod/1?a=1&b=2',
  picture: 'https://cdn.example/a.png',
  at: AT,
  channelUuid: '00000000-0000-4000-8000-000000000001',
  vodUuid: null,
  values: { channel: 'Quay', login: 'quay' },
  isTest: false,
};

let server: Server;
let origin: string;
let received: Received[] = [];
let answer: { status: number; headers?: Record<string, string>; text?: string } = { status: 200, text: 'ok' };
const dir = tempDir('notifiers');
const scriptDir = join(dir.path, 'hooks');

beforeAll(async () => {
  mkdirSync(scriptDir);
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      received.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks) });
      res.writeHead(answer.status, answer.headers ?? {}).end(answer.text ?? '');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  dir.remove();
});
afterEach(() => {
  received = [];
  answer = { status: 200, text: 'ok' };
});

/** Names of the specs lead here; of others, DNS of this machine knows none. */
const lookUp: LookupFunction = (_host, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};
const vapid = makeVapidKeys().then((keys) => ({ ...keys, subject: 'mailto:a@example.com' }));
const ports: NotifierPorts = {
  post: async ({ url, headers, body }, signal) => {
    const res = await fetch(url, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : Buffer.from(body),
      signal,
    });
    return { status: res.status, headers: Object.fromEntries(res.headers), text: await res.text() };
  },
  serviceUrl: (host, path) => `${origin}/${host}${path}`,
  lookup: lookUp,
  vapid: () => vapid,
  scriptDir,
  now: () => Date.parse(AT),
};
const send = <K extends Exclude<ReceiverKind, 'browser'>>(
  kind: K,
  config: ReceiverConfig<K>,
  { message = MESSAGE, signal = AbortSignal.timeout(20_000) }: { message?: OutgoingMessage; signal?: AbortSignal } = {},
): Promise<SendResult> => NOTIFIERS[kind].send(message, config, { ...ports, signal });
/** The only request, with its body as JSON. */
function request() {
  expect(received).toHaveLength(1);
  const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] = received;
  return { path, headers, json: JSON.parse(body.toString()) as unknown, body: body.toString() };
}

describe('one message is one request of exactly the form that the receiver wants:', () => {
  it('Telegram, escaped as HTML', async () => {
    expect(await send('telegram', { token: '1:abc', chat: '-100' })).toEqual({ outcome: 'sent', answer: '200 ok' });
    expect(request()).toMatchObject({
      path: '/api.telegram.org/bot1:abc/sendMessage',
      headers: { 'content-type': 'application/json' },
      json: {
        chat_id: '-100',
        text: '<b>&#60;b&#62; &#38; &#34;A*B_C&#34; @everyone</b>\nTea: [a](b) &#62; \\o/\nhttps://dvr.example/vod/1?a=1&#38;b=2',
        parse_mode: 'HTML',
        link_preview_options: { url: 'https://cdn.example/a.png', show_above_text: true },
      },
    });
  });

  it('Discord, escaped as Markdown, and no text mentions anybody', async () => {
    await send('discord', { url: `${origin}/api/webhooks/1/x` });
    expect(request()).toMatchObject({
      path: '/api/webhooks/1/x',
      json: {
        content:
          '**\\<b\\> & "A\\*B\\_C" \\@everyone**\nTea\\: \\[a\\]\\(b\\) \\> \\\\o/\nhttps://dvr.example/vod/1?a=1&b=2',
        allowed_mentions: { parse: [] },
        embeds: [{ image: { url: 'https://cdn.example/a.png' } }],
      },
    });
  });

  it('Pushover, as plain text', async () => {
    await send('pushover', { token: 't', user: 'u' }, { message: { ...MESSAGE, level: 'error' } });
    expect(request()).toMatchObject({
      path: '/api.pushover.net/1/messages.json',
      json: {
        token: 't',
        user: 'u',
        title: TRICKY,
        message: MESSAGE.text,
        timestamp: 1_781_092_800,
        priority: 1,
        url: MESSAGE.link,
      },
    });
  });

  it('ntfy, as plain text, with a view action', async () => {
    await send('ntfy', { url: origin, topic: 'dvr', token: 'tk' });
    expect(request()).toMatchObject({
      path: '/',
      headers: { authorization: 'Bearer tk' },
      json: {
        topic: 'dvr',
        sequence_id: expect.stringMatching(/^[\w-]{32}$/) as unknown,
        title: TRICKY,
        message: MESSAGE.text,
        tags: ['streamOnline'],
        priority: 3,
        click: MESSAGE.link,
        actions: [{ action: 'view', label: 'Open', url: MESSAGE.link }],
        icon: MESSAGE.picture,
      },
    });
  });

  it('Gotify, as plain text', async () => {
    await send('gotify', { url: origin, token: 'app' });
    expect(request()).toMatchObject({
      path: '/message',
      headers: { 'x-gotify-key': 'app' },
      json: {
        title: TRICKY,
        message: MESSAGE.text,
        priority: 4,
        extras: {
          'client::display': { contentType: 'text/plain' },
          'client::notification': { click: { url: MESSAGE.link }, bigImageUrl: MESSAGE.picture },
        },
      },
    });
  });

  it('Apprise API, where the end of a problem is a success', async () => {
    await send('apprise', { url: `${origin}/notify/key`, tag: 'dvr' }, { message: { ...MESSAGE, ended: true } });
    expect(request()).toMatchObject({
      path: '/notify/key',
      json: { title: TRICKY, body: `${MESSAGE.text}\n${MESSAGE.link}`, type: 'success', format: 'text', tag: 'dvr' },
    });
  });

  it('a webhook, signed over time stamp and body', async () => {
    await send('webhook', { url: `${origin}/hook`, secret: 'word' });
    const { headers, json, body } = request();
    expect(json).toEqual({
      version: 1,
      id: MESSAGE.id,
      category: 'streamOnline',
      level: 'info',
      ended: false,
      test: false,
      at: AT,
      title: TRICKY,
      text: MESSAGE.text,
      link: MESSAGE.link,
      picture: MESSAGE.picture,
      channel_uuid: MESSAGE.channelUuid,
      vod_uuid: null,
      values: MESSAGE.values,
    });
    expect(headers).toMatchObject({
      'x-vodkeep-event': 'streamOnline',
      'x-vodkeep-delivery': MESSAGE.id,
      'x-vodkeep-timestamp': '1781092800',
      'x-vodkeep-signature': `sha256=${createHmac('sha256', 'word').update(`1781092800.${body}`).digest('hex')}`,
    });
    await send('webhook', { url: `${origin}/hook`, secret: '' });
    expect(received[1]?.headers['x-vodkeep-signature']).toBeUndefined();
  });

  it('Web Push, encrypted for the browser and signed with the keys of the installation', async () => {
    const browser = createECDH('prime256v1');
    const p256dh = browser.generateKeys('base64url', 'uncompressed');
    const config = { endpoint: `${origin}/push/1`, p256dh, auth: randomBytes(16).toString('base64url') };
    answer = { status: 201 };
    expect(await send('webPush', config)).toMatchObject({ outcome: 'sent' });
    const [{ path, headers, body } = { path: '', headers: {}, body: Buffer.alloc(0) }] = received;
    expect(path).toBe('/push/1');
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'ttl': '86400',
      'urgency': 'normal',
      'topic': expect.stringMatching(/^[\w-]{32}$/) as unknown,
      'authorization': expect.stringContaining((await vapid).publicKey) as unknown,
    });
    expect(body.includes('Tea')).toBe(false);
    answer = { status: 410, text: 'gone' };
    expect(await send('webPush', config)).toEqual({ outcome: 'gone', answer: '410 gone' });
  });
});

describe('e-mail', () => {
  let smtp: SMTPServer;
  let mails: { from: string; to: string[]; raw: string }[] = [];
  let refusal: { code: number; text: string } | null = null;
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'me' && password === 'right') done(null, { user: username });
        else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refusal) {
            done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
            return;
          }
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          mails.push({ from, to: envelope.rcptTo.map((to) => to.address), raw: Buffer.concat(chunks).toString() });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => {
      smtp.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => {
      smtp.close(resolve);
    });
  });
  afterEach(() => {
    mails = [];
    refusal = null;
  });
  const config = (more: Partial<ReceiverConfig<'email'>> = {}): ReceiverConfig<'email'> => ({
    host: '127.0.0.1',
    port: String((smtp.server.address() as AddressInfo).port),
    security: 'none',
    user: 'me',
    password: 'right',
    from: 'DVR <dvr@example.com>',
    to: 'me@example.com',
    ...more,
  });

  it('is one mail with text and HTML, whose id is the same in every try; a title adds no header', async () => {
    const message = { ...MESSAGE, title: `${TRICKY}\r\nBcc: all@example.com` };
    expect(await send('email', config(), { message })).toMatchObject({ outcome: 'sent' });
    const [mail] = mails;
    expect(mail).toMatchObject({ from: 'dvr@example.com', to: ['me@example.com'] });
    expect(mail?.raw).toContain('Message-ID: <online-c-1-r@vodkeep>');
    expect(mail?.raw).not.toMatch(/^Bcc:/im);
    expect(mail?.raw).toContain('&#60;b&#62; &#38;');
    expect(mail?.raw).toContain('multipart/alternative');
  });

  it('is tried again after a wrong password or a temporary answer, and refused after a final one', async () => {
    expect(await send('email', config({ password: 'wrong' }))).toMatchObject({
      outcome: 'failed',
      answer: expect.stringContaining('535') as unknown,
    });
    refusal = { code: 451, text: 'later' };
    expect(await send('email', config())).toMatchObject({ outcome: 'failed', answer: '451 later' });
    refusal = { code: 554, text: 'spam' };
    expect(await send('email', config())).toMatchObject({ outcome: 'refused', answer: '554 spam' });
    await expect(send('email', config({ port: '1' }))).rejects.toMatchObject({ code: 'receiver-away' });
  });
});

describe('MQTT', () => {
  let broker: Aedes;
  let tcp: TcpServer;
  const published: { topic: string; payload: string; retain: boolean; qos: number }[] = [];
  beforeAll(async () => {
    broker = await Aedes.createBroker();
    broker.authenticate = (...[, user, password, done]) => {
      done(null, user === 'me' && password?.toString() === 'right');
    };
    broker.on('publish', ({ topic, payload, retain, qos }, client) => {
      if (client) published.push({ topic, payload: payload.toString(), retain, qos });
    });
    // oxlint-disable-next-line typescript/unbound-method -- aedes binds it
    tcp = createTcpServer(broker.handle).listen(0, '127.0.0.1');
    await new Promise((resolve) => tcp.once('listening', resolve));
  });
  afterAll(async () => {
    tcp.close();
    await new Promise<void>((resolve) => {
      broker.close(resolve);
    });
  });
  const config = (more: Partial<ReceiverConfig<'mqtt'>> = {}): ReceiverConfig<'mqtt'> => ({
    url: `mqtt://127.0.0.1:${(tcp.address() as AddressInfo).port}`,
    user: 'me',
    password: 'right',
    topic: 'vodkeep',
    discovery: 'homeassistant',
    ...more,
  });

  it('describes the entities for Home Assistant, then publishes the event and the state of the channel', async () => {
    expect(await send('mqtt', config())).toEqual({ outcome: 'sent', answer: '4 published' });
    const [event, sensor, fired, state] = published.map(({ payload, ...rest }) => ({
      ...rest,
      payload: payload.startsWith('{') ? (JSON.parse(payload) as Record<string, unknown>) : payload,
    }));
    expect(event).toMatchObject({
      topic: expect.stringMatching(/^homeassistant\/event\/vodkeep_[0-9a-f]{8}\/config$/) as unknown,
      retain: true,
      qos: 1,
      payload: { state_topic: 'vodkeep/event', event_types: expect.arrayContaining(['streamOnline']) as unknown },
    });
    expect(sensor).toMatchObject({
      retain: true,
      payload: { name: 'Quay live', state_topic: state?.topic, availability_topic: 'vodkeep/status' },
    });
    expect(fired).toMatchObject({
      topic: 'vodkeep/event',
      retain: false,
      payload: { event_type: 'streamOnline', id: MESSAGE.id, title: TRICKY },
    });
    expect(state).toEqual({
      topic: `vodkeep/channel/${MESSAGE.channelUuid}/live`,
      retain: true,
      qos: 1,
      payload: 'ON',
    });
  });

  it('without discovery publishes the event alone, and reports a broker that refuses the password', async () => {
    published.length = 0;
    await send('mqtt', config({ discovery: '' }), { message: { ...MESSAGE, category: 'update', channelUuid: null } });
    expect(published.map(({ topic }) => topic)).toEqual(['vodkeep/event']);
    // The end of a notice about a recording, which runs again.
    const over: OutgoingMessage = { ...MESSAGE, category: 'recordingFailed', ended: true, values: {} };
    published.length = 0;
    await send('mqtt', config({ discovery: '' }), { message: over });
    expect(published.map(({ topic }) => topic)).toEqual(['vodkeep/event']);
    await expect(send('mqtt', config({ password: 'wrong' }))).rejects.toMatchObject({ code: 'receiver-away' });
  });

  it('connects to the address that was looked up once, and to none that the lookup refuses the next time', async () => {
    published.length = 0;
    const named = config({ url: `mqtt://flips.example:${(tcp.address() as AddressInfo).port}` });
    let asked = 0;
    const lookup: LookupFunction = (host, options, done) => {
      asked += 1;
      if (asked === 1) lookUp(host, options, done);
      else done(new Error('refused'), '');
    };
    const flipping = () =>
      NOTIFIERS.mqtt.send(MESSAGE, named, { ...ports, lookup, signal: AbortSignal.timeout(20_000) });
    expect(await flipping()).toMatchObject({ outcome: 'sent' });
    expect(asked).toBe(1);
    await expect(flipping()).rejects.toMatchObject({ code: 'receiver-away' });
    const literal = NOTIFIERS.mqtt.send(MESSAGE, config(), { ...ports, lookup, signal: AbortSignal.timeout(20_000) });
    await expect(literal).rejects.toMatchObject({ code: 'receiver-away' });
    expect(published.filter(({ topic }) => topic === 'vodkeep/event')).toHaveLength(1);
  });

  it.each([
    ['one endless packet', Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, 0x61]), Buffer.alloc(65_536, 0x61)],
    ['packets without end', Buffer.alloc(0), Buffer.alloc(65_536 - 4, Buffer.from([0x30, 5, 0, 1, 0x61, 1, 1]))],
    ['a damaged packet', Buffer.from([0x36, 3, 0, 1, 0x61]), Buffer.alloc(0)],
  ])('leaves a broker that accepts the connection and sends %s', async (_, head, endless) => {
    let sent = 0;
    const hostile = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(Buffer.from([0x20, 2, 0, 0]));
        socket.write(head);
        const pour = (): void => {
          while (endless.length > 0 && !socket.destroyed && socket.write(endless)) sent += endless.length;
          socket.once('drain', pour);
        };
        pour();
      });
    }).listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    const { port } = hostile.address() as AddressInfo;
    await expect(send('mqtt', config({ url: `mqtt://127.0.0.1:${port}` }))).rejects.toBeDefined();
    hostile.close();
    // When the last connection has ended.
    await once(hostile, 'close');
    // What the buffers of the system hold is written before the other side reads it.
    expect(sent).toBeLessThan(32_000_000);
  });

  it('holds one connection that says online, and whose end says offline: by a goodbye, or by the last will', async () => {
    const { signal } = new AbortController();
    const statuses = () => published.filter(({ topic }) => topic.endsWith('/status')).map(({ payload }) => payload);
    const until = async (wanted: readonly string[]): Promise<void> => {
      while (statuses().length < wanted.length)
        await new Promise((resolve) => broker.once('publish', () => resolve(null)));
      expect(statuses()).toEqual(wanted);
    };
    published.length = 0;
    const [first, next] = [new MqttPresence(lookUp), new MqttPresence(lookUp)];
    const receivers = new Map([['a', config()]]);
    expect(await first.hold(receivers, signal)).toEqual([]);
    await first.hold(receivers, signal);
    await until(['online']);
    expect(published.at(-1)).toMatchObject({ retain: true, qos: 1 });

    // A kill: the socket ends without a goodbye.
    const [connected] = Object.values((broker as unknown as { clients: Record<string, { conn: Socket }> }).clients);
    connected?.conn.destroy();
    await until(['online', 'offline']);
    while ((await first.hold(receivers, signal)).length > 0 || statuses().length < 3)
      await new Promise((resolve) => setImmediate(resolve));
    await until(['online', 'offline', 'online']);

    published.length = 0;
    expect(await next.hold(receivers, signal)).toEqual([]);
    await first.release();
    expect(statuses().at(-1)).toBe('online');
    await next.hold(new Map(), signal);
    expect(statuses().at(-1)).toBe('offline');
    const away = new Map([['a', config({ password: 'wrong' })]]);
    expect(await next.hold(away, signal)).toMatchObject([{ code: 'receiver-away' }]);
    await next.release();
  });
});

describe('a script', () => {
  const write = (name: string, text: string): void => {
    writeFileSync(join(scriptDir, name), text);
    chmodSync(join(scriptDir, name), 0o755);
  };

  it('reads the event from stdin, in an environment without anything of ours, and its output is the answer', async () => {
    process.env['VODKEEP_PG_URL'] = 'postgres://secret';
    write('hook', `#!/bin/sh\nread -r line\nprintf '%s' "$line" > payload\nenv | sort\n`);
    const { outcome, answer: printed } = await send('script', { file: 'hook' });
    delete process.env['VODKEEP_PG_URL'];
    expect(outcome).toBe('sent');
    expect(printed).toContain('VODKEEP_EVENT=streamOnline');
    expect(printed).not.toContain('secret');
    expect(printed.split(' ').map((line) => line.split('=')[0])).not.toContain('HOME');
  });

  it('that fails, does not exist, leads out of its folder or does not end is a failed try', async () => {
    write('bad', '#!/bin/sh\necho no such disk >&2\nexit 3\n');
    await expect(send('script', { file: 'bad' })).rejects.toThrow(/no such disk/);
    expect(await send('script', { file: 'none' })).toMatchObject({ outcome: 'failed' });
    symlinkSync('/bin/true', join(scriptDir, 'link'));
    expect(await send('script', { file: 'link' })).toMatchObject({ outcome: 'failed' });
    write('endless', '#!/bin/sh\nexec sleep 600\n');
    await expect(send('script', { file: 'endless' }, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  });
});

describe('W66 an answer of a receiver', () => {
  const judged = async (given: typeof answer): Promise<SendResult> => {
    answer = given;
    return send('discord', { url: `${origin}/x` });
  };

  it('W66 is shown as it is, and refuses the message for good only if the message is at fault', async () => {
    expect(await judged({ status: 400, text: '{"message": "Cannot send an empty message"}' })).toEqual({
      outcome: 'refused',
      answer: '400 {"message": "Cannot send an empty message"}',
    });
    for (const status of [401, 404, 500, 503, 302])
      expect(await judged({ status, text: 'x' })).toMatchObject({ outcome: 'failed', answer: `${status} x` });
  });

  it('says when to try again, in a header or in its body', async () => {
    const waits = async (given: Partial<typeof answer>) => (await judged({ status: 429, ...given })).retryAfterMs;
    expect(await waits({ headers: { 'retry-after': '7' } })).toBe(7_000);
    expect(await waits({ headers: { 'retry-after': 'Wed, 10 Jun 2026 12:00:30 GMT' } })).toBe(30_000);
    expect(await waits({ text: '{"retry_after": 0.65}' })).toBe(650);
    expect(await waits({ text: '{"ok":false,"parameters":{"retry_after":33}}' })).toBe(33_000);
    expect(await waits({ headers: { 'retry-after': '999999999' } })).toBe(21_600_000);
    expect(await waits({})).toBeUndefined();
  });
});
