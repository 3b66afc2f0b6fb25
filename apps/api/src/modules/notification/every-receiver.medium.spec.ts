import { type ApiConfig } from '#libs/config';
import { type DeliveryView, type ReceiverView } from '#libs/contracts';
import { message, verbatim } from '#libs/messages';
import { CONFIG } from '#libs/service-kit';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Transactions } from '../../persistence/database/tx.js';
import { NotificationDeliveries } from '../../persistence/repositories/notification-delivery.repository.js';
import { Clock } from '../../platform/clock.js';
import { UiNotifier } from '../../platform/messaging/ui-notifier.js';
import { Notifications } from '../../platform/notifications.service.js';
import { eventually, TestApp } from '../../testing/test-app.js';
import { AllReceivers, OUTSIDE_KINDS, type OutsideKind } from './all-receivers.fixture.js';
import { MessageSender } from './message-sender.js';

jest.setTimeout(120_000);

/** Kinds whose service has no field by which it could recognise a repeated message. */
const WITHOUT_KEY: readonly OutsideKind[] = ['telegram', 'discord', 'pushover', 'gotify', 'apprise'];

let all: AllReceivers;
let app: TestApp;
/** How far the clock of the deliveries is ahead. */
let aheadMs = 0;
/** Ids of what open pages were shown. */
let shown: string[] = [];

beforeAll(async () => {
  all = await AllReceivers.start();
  begin(await TestApp.start(options()));
  const { core } = app.nest.get<ApiConfig>(CONFIG, { strict: false });
  const ids = ['browser'];
  for (const [kind, config] of Object.entries(all.configs(core.dataDir))) {
    const form = { kind, name: kind, on: true, quiet: true, config };
    const { body } = await app.call<ReceiverView>('POST', '/notification-receivers', form);
    ids.push(body.data?.id ?? `no receiver: ${kind}`);
  }
  const rules = ids.map((receiver) => ({ receiver, category: 'streamOnline', channel_uuid: null, on: true }));
  expect((await app.call('PUT', '/notification-rules', rules)).status).toBe(200);
}, 60_000);
afterAll(async () => {
  await app.stop();
  await all.stop();
});
beforeEach(async () => {
  await app.nest.get(DataSource, { strict: false }).query('DELETE FROM notification_delivery');
  all.forget();
  shown = [];
});

const options = () => ({ sites: all.sites, without: ['detection'] });
function begin(started: TestApp): void {
  app = started;
  jest.spyOn(get(Clock), 'now').mockImplementation(() => Date.now() + aheadMs);
  const notifier = get(UiNotifier);
  const notify = notifier.notify.bind(notifier);
  jest.spyOn(notifier, 'notify').mockImplementation((...args) => {
    if (args[0] === 'notification') shown.push(args[1]);
    notify(...args);
  });
}
const get = <T>(type: abstract new (...args: never[]) => T): T => app.nest.get<T>(type, { strict: false });
async function fire(): Promise<void> {
  await get(Transactions).run((tx) =>
    get(Notifications).addAll(
      [
        {
          ...{ eventId: 'quay', category: 'streamOnline', level: 'info', text: verbatim('Tea') },
          title: message('notification.online', { name: 'quay' }),
        },
      ],
      tx,
    ),
  );
  get(Notifications).committed();
}
const deliveries = async () => (await app.call<DeliveryView[]>('GET', '/notification-deliveries')).body.data ?? [];
const settled = () =>
  eventually(async () => {
    const rows = await deliveries();
    return rows.length === OUTSIDE_KINDS.length + 1 && rows.every(({ state }) => state === 'sent');
  }, 'the end of all deliveries');
/** Number of messages that arrived, by kind. */
const counts = () => ({
  browser: shown.length,
  ...Object.fromEntries(Object.entries(all.keys).map(([kind, keys]) => [kind, keys.length])),
});
const each = (n: number) => Object.fromEntries(['browser', ...OUTSIDE_KINDS].map((kind) => [kind, n]));
/** Kills the api once `reached`, and starts the next one after the time for which the messages were reserved. */
async function killedWhen(reached: () => boolean): Promise<void> {
  await eventually(() => Promise.resolve(reached()), 'the kill');
  begin(await app.restarted(options()));
  aheadMs += 121_000;
  get(Notifications).committed();
  await settled();
}

it('each kind of receiver gets exactly one message of an event that is reported three times', async () => {
  await Promise.all([fire(), fire(), fire()]);
  await settled();
  expect(counts()).toEqual(each(1));
});

it('a kill between the reservation and the sending loses and doubles nothing', async () => {
  const sending = jest.spyOn(get(MessageSender), 'send').mockRejectedValue(new RangeError('killed'));
  await fire();
  await killedWhen(() => sending.mock.calls.length === OUTSIDE_KINDS.length + 1);
  expect(counts()).toEqual(each(1));
});

it('a kill between the sending and its record repeats the message with the same key, where there is one', async () => {
  const recorded = jest.spyOn(get(NotificationDeliveries), 'end').mockRejectedValue(new RangeError('killed'));
  await fire();
  await killedWhen(() => recorded.mock.calls.length === OUTSIDE_KINDS.length + 1);
  expect(counts()).toEqual(each(2));
  for (const [kind, [first, second]] of Object.entries(all.keys)) {
    expect([kind, second]).toEqual([kind, first]);
    expect([kind, first === null]).toEqual([kind, (WITHOUT_KEY as readonly string[]).includes(kind)]);
  }
  expect(new Set(shown).size).toBe(1);
});

it('an MQTT broker is told when Vodkeep stops, and when it is there again', async () => {
  await eventually(() => Promise.resolve(all.statuses.at(-1) === 'online'), 'the connection of this api', 30_000);
  all.statuses.length = 0;
  begin(await app.restarted(options()));
  await eventually(() => Promise.resolve(all.statuses.length >= 2), 'the connection of the next api', 30_000);
  expect(all.statuses).toEqual(['offline', 'online']);
});
