import * as routes from '#libs/contracts';
import { type NotificationCategory, type NotificationRule, type NotificationTemplate } from '#libs/contracts';
import useSWR, { mutate } from 'swr';
import { call } from '../lib/call.js';
import { KEY } from './keys.js';

/** ms: messages are delivered without any action on the page, so their lists are polled. */
const REQUEST_MS = 10_000;

export const useReceivers = () =>
  useSWR(KEY.receivers, async () => (await call(routes.listReceivers)).data, { refreshInterval: REQUEST_MS });

export const useRules = () => useSWR(KEY.notificationRules, async () => (await call(routes.listRules)).data);

export const useTemplates = () =>
  useSWR(KEY.notificationTemplates, async () => (await call(routes.listTemplates)).data);

export const useDeliveries = () =>
  useSWR(KEY.deliveries, async () => (await call(routes.listDeliveries)).data, { refreshInterval: REQUEST_MS });

/** @param id null: adds one */
export async function saveReceiver(id: string | null, body: routes.ReceiverForm) {
  const saved =
    id === null ? await call(routes.addReceiver, { body }) : await call(routes.putReceiver, { params: { id }, body });
  await mutate(KEY.receivers);
  return saved;
}

export async function deleteReceiver(id: string) {
  const done = await call(routes.deleteReceiver, { params: { id } });
  await Promise.all([mutate(KEY.receivers), mutate(KEY.notificationRules)]);
  return done;
}

export const testReceiver = (id: string) => call(routes.testReceiver, { params: { id }, body: {} });

type RuleChange = Omit<NotificationRule, 'on'> & { readonly on: boolean | null };

/** Changes rules; null removes one of a channel. */
export async function saveRules(body: readonly RuleChange[]) {
  const saved = await call(routes.putRules, { body });
  await mutate(KEY.notificationRules, saved.data, { revalidate: false });
  return saved;
}

export async function saveTemplate(body: NotificationTemplate) {
  const saved = await call(routes.putTemplate, { body });
  await mutate(KEY.notificationTemplates, saved.data, { revalidate: false });
  return saved;
}

export const templateOf = (
  list: readonly NotificationTemplate[],
  category: NotificationCategory,
): NotificationTemplate => list.find((one) => one.category === category) ?? { ...routes.DEFAULT_TEMPLATE, category };

export async function retryDelivery(id: string) {
  const done = await call(routes.retryDelivery, { params: { id } });
  await mutate(KEY.deliveries);
  return done;
}
