import { type DeliveryView, MASK, type NotificationRule, type ReceiverView } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { NOTIFIERS } from '#libs/notifiers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Transactions } from '../../persistence/database/tx.js';
import { Clock } from '../../platform/clock.js';
import { Notices } from '../../platform/notices.service.js';
import { type NewNotification, Notifications } from '../../platform/notifications.service.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { aChannel, store } from '../../testing/rows.js';
import { eventually, TestApp } from '../../testing/test-app.js';

jest.setTimeout(120_000);

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly json: Record<string, unknown>;
}
let app: TestApp;
let server: Server;
let origin: string;
let received: Received[] = [];
/** Answers of the next requests; afterwards 200. */
let answers: { status: number; headers?: Record<string, string>; text?: string }[] = [];
/** How far the clock of the deliveries is ahead. */
let aheadMs = 0;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    req.on('end', () => {
      received.push({ path: req.url ?? '', headers: req.headers, json: JSON.parse(body) as Record<string, unknown> });
      const { status, headers = {}, text = 'ok' } = answers.shift() ?? { status: 200 };
      res.writeHead(status, headers).end(text);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  begin(await TestApp.start({ sites: `${origin}/{host}`, without: ['detection'] }));
});
afterAll(async () => {
  await app.stop();
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  aheadMs = 0;
});
afterEach(async () => {
  await set({ 'notifications.quiet.from': '', 'notifications.quiet.to': '', 'telegram_token': '', 'webhook_url': '' });
  for (const { id, kind } of await receivers())
    if (id !== kind) await app.call('DELETE', `/notification-receivers/${id}`);
  await db().query('DELETE FROM notification_delivery');
  await db().query('DELETE FROM notification_rule');
  await db().query('DELETE FROM notification_template');
  await db().query('DELETE FROM notice');
  [received, answers] = [[], []];
});

function begin(started: TestApp): void {
  app = started;
  const clock = app.nest.get(Clock, { strict: false });
  jest.spyOn(clock, 'now').mockImplementation(() => Date.now() + aheadMs);
}
const db = (): DataSource => app.nest.get(DataSource, { strict: false });
const notifications = (): Notifications => app.nest.get(Notifications, { strict: false });
const notices = (): Notices => app.nest.get(Notices, { strict: false });
const receivers = async () =>
  (await app.call<{ receivers: ReceiverView[] }>('GET', '/notification-receivers')).body.data?.receivers ?? [];
const deliveries = async () => (await app.call<DeliveryView[]>('GET', '/notification-deliveries')).body.data ?? [];
const set = (config: Record<string, unknown>) => app.call('PUT', '/settings', { config });
const rule = (receiver: string, on: boolean | null = true, more: Partial<NotificationRule> = {}) =>
  app.call('PUT', '/notification-rules', [{ receiver, category: 'streamOnline', channel_uuid: null, ...more, on }]);
async function addWebhook(path = '/hook', more: object = {}): Promise<string> {
  const form = { kind: 'webhook', name: path, on: true, quiet: true, ...more };
  const { body } = await app.call<ReceiverView>('POST', '/notification-receivers', {
    config: { url: `${origin}${path}`, secret: '' },
    ...form,
  });
  return body.data?.id ?? '';
}
const event = (eventId: string, more: Partial<NewNotification> = {}): NewNotification => ({
  eventId,
  category: 'streamOnline',
  level: 'info',
  title: message('notification.online', { name: eventId }),
  text: verbatim('Tea: two <cups>'),
  ...more,
});
async function fire(...events: readonly NewNotification[]): Promise<void> {
  await app.nest.get(Transactions, { strict: false }).run((tx) => notifications().addAll(events, tx));
  notifications().committed();
}
const settled = () =>
  eventually(async () => (await deliveries()).every(({ state }) => state !== 'waiting'), 'the end of all deliveries');
const requestsOf = (path: string) => received.filter((one) => one.path === path);
const titles = (path = '/hook') => requestsOf(path).map(({ json }) => json['title']);
/** Sets the clock of the deliveries forward, and wakes them. */
function setForward(ms: number): void {
  aheadMs += ms;
  notifications().committed();
}

describe('an event', () => {
  it('is one message for each receiver that wants it, however often it is reported', async () => {
    const [first, second, third] = [await addWebhook('/hook'), await addWebhook('/other'), await addWebhook('/none')];
    await Promise.all([rule(first), rule(second), rule(third, false)]);
    await Promise.all([fire(event('quay')), fire(event('quay')), fire(event('quay'))]);
    await fire(event('quay'));
    await settled();
    expect(received.map(({ path }) => path).sort()).toEqual(['/hook', '/other']);
    expect(await deliveries()).toMatchObject([{ state: 'sent', attempts: 1 }, { state: 'sent' }]);
  });

  it('is reported only if the change that caused it is committed', async () => {
    await rule(await addWebhook());
    const rollback = app.nest.get(Transactions, { strict: false }).run(async (tx) => {
      await notifications().add(event('lost'), tx);
      throw new RangeError('rolled back');
    });
    await expect(rollback).rejects.toThrow('rolled back');
    await fire(event('quay'));
    await settled();
    expect(titles()).toEqual(['quay is live']);
  });

  it('of a channel follows the rule of that channel, else the one of all channels', async () => {
    const [quay, pier] = [aChannel({ internalName: 'quay' }), aChannel({ internalName: 'pier' })];
    await store(db(), quay, pier);
    const [all, one] = [await addWebhook('/all'), await addWebhook('/one')];
    await rule(all);
    await rule(all, false, { channel_uuid: quay.uuid });
    await rule(one, true, { channel_uuid: quay.uuid });
    await fire(event('quay', { channelUuid: quay.uuid }), event('pier', { channelUuid: pier.uuid }), event('none'));
    await settled();
    expect([titles('/all'), titles('/one')]).toEqual([['pier is live', 'none is live'], ['quay is live']]);
    await rule(all, null, { channel_uuid: quay.uuid });
    await fire(event('again', { channelUuid: quay.uuid }));
    await settled();
    expect(titles('/all')).toContain('again is live');
  });
});

describe('a receiver', () => {
  it('gets its messages in order, and one that does not answer delays no other', async () => {
    const [slow, quick] = [await addWebhook('/hook'), await addWebhook('/quick')];
    await Promise.all([rule(slow), rule(quick)]);
    answers = [{ status: 503 }];
    await fire(event('1'));
    await eventually(async () => (await deliveries()).some(({ answer }) => answer === '503 ok'), 'the first try');
    await fire(event('2'), event('3'));
    const paths = () => new Set(received.map(({ path }) => path));
    await eventually(() => Promise.resolve(paths().size === 2 && received.length >= 4), 'the quick one');
    setForward(60_000);
    await settled();
    for (const path of ['/hook', '/quick'])
      expect(titles(path).filter((title, n, all) => all.indexOf(title) === n)).toEqual([
        '1 is live',
        '2 is live',
        '3 is live',
      ]);
  });

  it('W66 that answers 429 is left alone as long as it says, and then gets each message once', async () => {
    await rule(await addWebhook());
    answers = [{ status: 429, headers: { 'retry-after': '1800' }, text: 'slow down' }];
    await fire(event('1'), event('2'));
    const [waiting] = await eventually(async () => {
      const found = (await deliveries()).filter(({ attempts }) => attempts === 1);
      return found.length === 1 && found[0]?.answer !== '' ? found : null;
    }, 'the refused try');
    expect(waiting).toMatchObject({ state: 'waiting', answer: '429 slow down' });
    expect(Date.parse(waiting?.next_at ?? '') - Date.now()).toBeGreaterThan(1_700_000);
    setForward(1_700_000);
    await fire(event('3'));
    expect(requestsOf('/hook')).toHaveLength(1);
    setForward(101_000);
    await settled();
    expect(titles()).toEqual(['1 is live', '1 is live', '2 is live', '3 is live']);
  });

  it('W66 that refuses a message shows its answer, is one problem, and its end is reported by the next success', async () => {
    const [id, other] = [await addWebhook('/hook'), await addWebhook('/other')];
    await rule(id);
    await rule(id, true, { category: 'system' });
    await rule(other, true, { category: 'system' });
    answers = [
      { status: 400, text: 'bad title' },
      { status: 400, text: 'bad title' },
    ];
    await fire(event('1'), event('2'));
    await settled();
    const failed = (await deliveries()).filter(({ state }) => state === 'failed');
    expect(failed.map(({ answer }) => answer)).toEqual(['400 bad title', '400 bad title']);
    expect((await app.call<unknown[]>('GET', '/notices')).body.data).toMatchObject([
      { kind: 'receiver-failing', title: 'Notifications do not reach /hook', resolved_at: null },
    ]);
    expect((await app.call('POST', `/notification-deliveries/${failed[0]?.id}/retry`)).status).toBe(200);
    await settled();
    await eventually(() => Promise.resolve(titles('/other').length === 2), 'the end of the problem');
    expect(titles('/other')).toEqual([
      'Notifications do not reach /hook',
      'Resolved: Notifications do not reach /hook',
    ]);
    expect(titles()).not.toContain('Notifications do not reach /hook');
    expect((await app.call('POST', '/notification-deliveries/1/retry')).body.code).toBe('delivery-missing');
  });

  it('is given up on after a day and a half', async () => {
    await rule(await addWebhook());
    answers = Array.from({ length: 40 }, () => ({ status: 500 }));
    await fire(event('1'));
    await eventually(async () => (await deliveries())[0]?.answer === '500 ok', 'the first try');
    setForward(37 * HOUR_MS);
    await settled();
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 2, answer: '500 ok' }]);
  });

  it.each([
    ['with another key', `config = 'v1.bad.seal'`, 'The configuration cannot be read. Save it again.'],
    ['of an unknown kind', `kind = 'pigeon'`, 'This version knows no receivers of the kind pigeon.'],
  ])('%s keeps its messages, is shown as broken, and the others are told once', async (_, change, why) => {
    const [id, other] = [await addWebhook('/hook'), await addWebhook('/other')];
    await Promise.all([rule(id), rule(id, true, { category: 'system' }), rule(other, true, { category: 'system' })]);
    await db().query(`UPDATE notification_receiver SET ${change} WHERE id = $1`, [id]);
    await fire(event('1'), event('2'));
    await eventually(() => Promise.resolve(titles('/other').length > 0), 'the notice');
    const fault = expect.stringContaining(why);
    await eventually(async () => (await deliveries()).some(({ answer }) => answer.startsWith(why)), 'the reason');
    expect((await receivers()).find((one) => one.id === id)).toMatchObject({ ready: false, fault, on: true });
    const tested = await app.call('POST', `/notification-receivers/${id}/test`);
    expect(tested.body.data).toEqual({ ok: false, answer: fault });
    expect((await deliveries()).filter(({ state }) => state === 'waiting')).toHaveLength(2);
    await db().query(`UPDATE notification_receiver SET kind = 'webhook' WHERE id = $1`, [id]);
    const config = { url: `${origin}/hook`, secret: '' };
    const form = { kind: 'webhook', name: '/hook', on: true, quiet: true, config };
    expect((await app.call('PUT', `/notification-receivers/${id}`, form)).status).toBe(200);
    setForward(HOUR_MS);
    await settled();
    expect(titles()).toEqual(['1 is live', '2 is live']);
    await eventually(() => Promise.resolve(titles('/other').length === 2), 'the end of the problem');
    expect(titles('/other')).toEqual([
      'Notifications do not reach /hook',
      'Resolved: Notifications do not reach /hook',
    ]);
  });

  it('that is off, or not set up, gets nothing, now or later', async () => {
    await set({ telegram_token: 'x', telegram_chat_id: '1' });
    await rule('telegram');
    await rule('discord');
    const id = await addWebhook('/hook', { on: false });
    await rule(id);
    await set({ telegram_token: '' });
    await fire(event('1'));
    await eventually(async () => (await deliveries()).length === 0, 'nothing left to deliver');
    expect(received).toEqual([]);
  });
});

describe('a kill of the api', () => {
  it('loses no message: one that was being sent is sent again with the same id, the others once', async () => {
    const id = await addWebhook();
    await rule(id);
    await app.nest
      .get(Transactions, { strict: false })
      .run((tx) => notifications().addAll([event('1'), event('2')], tx));
    await settled();
    // As the killed API leaves it: claimed, and neither delivered nor failed.
    await db().query(
      `UPDATE notification_delivery SET state = 'waiting', ended_at = NULL, next_at = now() + interval '30 seconds' WHERE event_id = '1'`,
    );
    begin(await app.restarted({ sites: `${origin}/{host}`, without: ['detection'] }));
    setForward(31_000);
    await settled();
    const ids = requestsOf('/hook').map(({ headers }) => headers['x-vodkeep-delivery']);
    expect(ids).toEqual([`1 ${id}`, `2 ${id}`, `1 ${id}`]);
  });
});

describe('the quiet hours', () => {
  it('hold messages until they end, except those of a receiver that does not observe them', async () => {
    const [quiet, loud] = [await addWebhook('/hook'), await addWebhook('/loud', { quiet: false })];
    await Promise.all([rule(quiet), rule(loud)]);
    const hhmm = (at: number): string => new Date(at).toISOString().slice(11, 16);
    await set({
      'locale.timezone': 'UTC',
      'notifications.quiet.from': hhmm(Date.now() - HOUR_MS),
      'notifications.quiet.to': hhmm(Date.now() + HOUR_MS),
    });
    await fire(event('night'));
    await eventually(
      async () => (await deliveries()).some(({ answer }) => answer !== 'ok' && answer.startsWith('Waits')),
      'the wait',
    );
    await eventually(() => Promise.resolve(titles('/loud').length === 1), 'the other receiver');
    expect(requestsOf('/hook')).toEqual([]);
    setForward(2 * HOUR_MS);
    await settled();
    expect(titles()).toEqual(['night is live']);
  });

  it('refuse what is no time of day', async () => {
    const { status, body } = await set({ 'notifications.quiet.from': '25:00' });
    expect([status, body.fields?.[0]]).toMatchObject([400, { path: 'config.notifications.quiet.from' }]);
  });
});

describe('a notice', () => {
  it('is one notification, whatever its text becomes, and its end is one', async () => {
    const id = await addWebhook();
    await rule(id, true, { category: 'system' });
    const problem = { key: 'p', kind: 'library-lost', level: 'error', title: verbatim('Lost') } as const;
    await notices().raise({ ...problem, text: verbatim('a') });
    await notices().raise({ ...problem, text: verbatim('a') });
    await notices().raise({ ...problem, text: verbatim('b') });
    await notices().resolve('p');
    await notices().resolve('p');
    await settled();
    expect(requestsOf('/hook').map(({ json }) => [json['title'], json['level'], json['ended']])).toEqual([
      ['Lost', 'error', false],
      ['Resolved: Lost', 'error', true],
    ]);
    await notices().raise({ ...problem, text: verbatim('c') });
    await settled();
    expect(titles()).toEqual(['Lost', 'Resolved: Lost', 'Lost']);
  });
});

describe('the settings of v0', () => {
  it('send to Telegram, Discord, Pushover and ntfy, each in its form, in the language of the server', async () => {
    await set({
      'basic.language': 'de',
      'telegram_token': '1:t',
      'telegram_chat_id': '7',
      'notifications.pushover.token': 'app',
      'notifications.pushover.user': 'me',
      'notifications.ntfy.url': origin,
      'notifications.ntfy.topic': 'dvr',
      'discord_webhook': 'https://discord.example/1',
    });
    const toDiscord = jest.spyOn(NOTIFIERS.discord, 'send').mockResolvedValue({ outcome: 'sent', answer: '204' });
    await app.call('PUT', '/notifications', { streamOnline: 2 + 4 + 8 + 16 });
    await fire(event('Kai'));
    await settled();
    expect(requestsOf('/api.telegram.org/bot1:t/sendMessage')).toMatchObject([
      { json: { chat_id: '7', text: '<b>Kai ist live</b>\nTea: two &#60;cups&#62;' } },
    ]);
    expect(requestsOf('/api.pushover.net/1/messages.json')).toMatchObject([{ json: { token: 'app', user: 'me' } }]);
    expect(requestsOf('/')).toMatchObject([{ json: { topic: 'dvr', title: 'Kai ist live' } }]);
    expect(toDiscord.mock.calls).toMatchObject([[{ title: 'Kai ist live' }, { url: 'https://discord.example/1' }, {}]]);
    toDiscord.mockRestore();
    const discord = async () => (await receivers()).find(({ id }) => id === 'discord');
    expect(await discord()).toMatchObject({ ready: true, config: {} });
    await set({ 'discord_webhook': '', 'basic.language': 'en' });
    expect(await discord()).toMatchObject({ ready: false, config: {} });
  });

  it('locale.time-format is the format of the time in texts', async () => {
    await rule(await addWebhook());
    const template = {
      category: 'streamOnline',
      text: '{time}',
      picture: '',
      link: 'https://x.example/{login}',
      speech: false,
    };
    await app.call('PUT', '/notification-templates', { ...template, title: '{channel}: {title}' });
    await set({ 'locale.time-format': 'hh:mm a', 'locale.timezone': 'UTC' });
    await fire(event('quay', { values: { channel: 'Quay/24', login: 'quay' } }));
    await settled();
    expect(requestsOf('/hook')).toMatchObject([
      {
        json: {
          title: 'Quay/24: quay is live',
          text: expect.stringMatching(/^\d\d:\d\d [AP]M$/) as unknown,
          link: 'https://x.example/quay',
          picture: '',
        },
      },
    ]);
    await set({ 'locale.time-format': 'HH:mm:ss' });
    const wrong = await app.call('PUT', '/notification-templates', { ...template, title: '{odd}' });
    expect(wrong).toMatchObject({ status: 400, body: { fields: [{ path: 'title' }] } });
  });

  it('webhook_url receives the frames of the pages, in the form of v0', async () => {
    await set({ webhook_url: `${origin}/v0` });
    app.nest.get(UiNotifier, { strict: false }).notify('channel-removed', 'c');
    await eventually(() => Promise.resolve(requestsOf('/v0').length > 0), 'the frame');
    expect(requestsOf('/v0').map(({ json }) => json)).toContainEqual({
      server: true,
      action: 'channel_removed',
      data: { uuid: 'c' },
    });
    await notices().raise({ key: 'n', kind: 'account', level: 'info', title: verbatim('t'), text: verbatim('x') });
    app.nest.get(UiNotifier, { strict: false }).notify('channel-removed', 'd');
    await eventually(() => Promise.resolve(requestsOf('/v0').length > 1), 'the next frame');
    expect(requestsOf('/v0').map(({ json }) => json['action'])).toEqual(['channel_removed', 'channel_removed']);
  });
});

describe('the receivers of the operator', () => {
  it('show no secret and store none in clear; a mask sent back changes nothing', async () => {
    const form = { kind: 'gotify', name: 'Phone', on: true, quiet: false, config: { url: origin, token: 'topsecret' } };
    const { body } = await app.call<ReceiverView>('POST', '/notification-receivers', form);
    expect(body.data).toMatchObject({ name: 'Phone', config: { url: origin, token: MASK }, ready: true, last: null });
    expect(JSON.stringify(await db().query('SELECT * FROM notification_receiver'))).not.toContain('topsecret');
    const id = body.data?.id ?? '';
    const changed = { ...form, name: 'Mobile', config: { url: origin, token: MASK } };
    expect((await app.call('PUT', `/notification-receivers/${id}`, changed)).status).toBe(200);
    const tested = await app.call('POST', `/notification-receivers/${id}/test`);
    expect(tested.body.data).toEqual({ ok: true, answer: '200 ok' });
    expect(requestsOf('/message')).toMatchObject([{ headers: { 'x-gotify-key': 'topsecret' } }]);
  });

  it('are refused on their fields, and those of v0 cannot be removed', async () => {
    const form = { name: '', on: true, quiet: true };
    const fields = async (kind: string, config: object) =>
      (await app.call('POST', '/notification-receivers', { ...form, kind, config })).body.fields?.map(
        ({ path }) => path,
      );
    expect(await fields('webhook', { url: 'ftp://x', secret: '' })).toEqual(['config.url']);
    expect(await fields('email', { host: '', from: 'x', to: 'a@b.c' })).toEqual(['config.host', 'config.from']);
    expect(await fields('script', { file: '../x' })).toEqual(['config.file']);
    expect(await fields('gotify', { url: origin, token: 't', odd: '1' })).toEqual(['config.odd']);
    expect((await app.call('DELETE', '/notification-receivers/telegram')).body.code).toBe('receiver-fixed');
    expect((await app.call('DELETE', '/notification-receivers/none')).body.code).toBe('receiver-missing');
    expect((await rule('none')).body.code).toBe('receiver-missing');
  });

  it.each([
    ['webhook', { url: 'http://169.254.169.254/latest/meta-data', secret: '' }],
    ['ntfy', { url: 'http://[fe80::1]:81', topic: 't', token: '' }],
    ['apprise', { url: 'http://[fd00:ec2::254]/notify/x', tag: '' }],
    ['mqtt', { url: 'mqtt://169.254.169.254:80', user: '', password: '', topic: 'v', discovery: '' }],
    ['email', { host: '169.254.169.254', port: '80', security: 'none', from: 'a@b.c', to: 'a@b.c' }],
  ])('a %s on a link-local address, or at a metadata service, gets nothing', async (kind, config) => {
    const form = { kind, name: kind, on: true, quiet: true, config };
    const { body } = await app.call<ReceiverView>('POST', '/notification-receivers', form);
    const { data } = (await app.call<{ answer: string }>('POST', `/notification-receivers/${body.data?.id}/test`)).body;
    expect(data).toMatchObject({ ok: false, answer: expect.stringContaining('link-local') });
  });

  it('a test shows the answer of the receiver, also a refusal and no answer at all', async () => {
    const id = await addWebhook();
    answers = [{ status: 400, text: 'chat not found' }];
    const test = async (of: string) => (await app.call('POST', `/notification-receivers/${of}/test`)).body.data;
    expect(await test(id)).toEqual({ ok: false, answer: '400 chat not found' });
    expect(await test('telegram')).toEqual({ ok: false, answer: 'Not set up' });
    expect(await test('browser')).toEqual({ ok: true, answer: 'Sent to all open pages' });
    await rule(id);
    expect(
      (await app.call('POST', '/notifications/test', { provider: 1, category: 'streamOnline' })).body.message,
    ).toBe('Test notification sent');
    expect(requestsOf('/hook').at(-1)?.json).toMatchObject({ category: 'streamOnline', test: true });
  });
});
