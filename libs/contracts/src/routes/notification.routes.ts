import { z } from 'zod';
import {
  DeliveryView,
  NotificationCategory,
  NotificationRule,
  NotificationTemplate,
  ReceiverForm,
  ReceiverView,
  V0_CATEGORIES,
} from '../entities/notification.js';
import { localized } from '../localized.js';
import { defineRoute } from './route.js';

/** Receivers as v0's bits: websocket 1, Telegram 2, Discord 4, Pushover 8, ntfy 16. */
const Bits = z.int().min(0).max(31);
const fields = Object.fromEntries(V0_CATEGORIES.map((name) => [name, Bits])) as Record<
  (typeof V0_CATEGORIES)[number],
  typeof Bits
>;
const Categories = z.strictObject(fields);
const ReceiverRef = z.strictObject({ id: z.string().max(64) });
const Answer = z.object({ ok: z.boolean(), answer: localized() });

export const getNotifications = defineRoute({
  method: 'GET',
  path: '/api/v0/notifications',
  level: 'admin',
  summary: 'Receivers of each of the categories of v0, as bits',
  data: Categories,
});
/** A category missing from the request keeps its value (v0 sets it to 0). */
export const putNotifications = defineRoute({
  method: 'PUT',
  path: '/api/v0/notifications',
  level: 'admin',
  summary: 'Change the receivers of categories, as bits',
  body: Categories.partial(),
  data: Categories,
});
/** As in v0, `provider` has no effect: the message goes to every receiver of the category. */
export const testNotifications = defineRoute({
  method: 'POST',
  path: '/api/v0/notifications/test',
  level: 'admin',
  summary: 'Send a test message to every receiver of a category',
  body: z.strictObject({ provider: z.unknown().optional(), category: NotificationCategory }),
});

export const listReceivers = defineRoute({
  method: 'GET',
  path: '/api/v0/notification-receivers',
  level: 'admin',
  summary: 'Receivers of notifications, and what the page needs to subscribe a browser to Web Push',
  data: z.object({ receivers: z.array(ReceiverView), push_key: z.string() }),
});
export const addReceiver = defineRoute({
  method: 'POST',
  path: '/api/v0/notification-receivers',
  level: 'admin',
  summary: 'Add a receiver of notifications',
  body: ReceiverForm,
  data: ReceiverView,
  errors: { 'receivers-full': 400 },
});
export const putReceiver = defineRoute({
  method: 'PUT',
  path: '/api/v0/notification-receivers/:id',
  level: 'admin',
  summary: 'Change a receiver of notifications',
  params: ReceiverRef,
  body: ReceiverForm,
  data: ReceiverView,
  errors: { 'receiver-missing': 404 },
});
export const deleteReceiver = defineRoute({
  method: 'DELETE',
  path: '/api/v0/notification-receivers/:id',
  level: 'admin',
  summary: 'Remove a receiver of notifications, its rules and its waiting messages',
  params: ReceiverRef,
  errors: { 'receiver-missing': 404, 'receiver-fixed': 400 },
});
/** `ok`: the receiver accepted the message. `answer`: what it said, or why it said nothing. */
export const testReceiver = defineRoute({
  method: 'POST',
  path: '/api/v0/notification-receivers/:id/test',
  level: 'admin',
  summary: 'Send a test message to one receiver, and return its answer',
  params: ReceiverRef,
  body: z.strictObject({ category: NotificationCategory.optional() }).optional(),
  data: Answer,
  errors: { 'receiver-missing': 404 },
});

export const listRules = defineRoute({
  method: 'GET',
  path: '/api/v0/notification-rules',
  level: 'admin',
  summary: 'Which receiver gets which category, for all channels and for single ones',
  data: z.array(NotificationRule),
});
/** `on: null` removes the rule of a channel, so that the rule for all channels is valid again. */
export const putRules = defineRoute({
  method: 'PUT',
  path: '/api/v0/notification-rules',
  level: 'admin',
  summary: 'Change which receiver gets which category; the rules that are not named stay',
  body: z.array(NotificationRule.extend({ on: z.boolean().nullable() })).max(1_000),
  data: z.array(NotificationRule),
  errors: { 'receiver-missing': 404 },
});

export const listTemplates = defineRoute({
  method: 'GET',
  path: '/api/v0/notification-templates',
  level: 'admin',
  summary: 'Templates of the notifications of each category',
  data: z.array(NotificationTemplate),
});
export const putTemplate = defineRoute({
  method: 'PUT',
  path: '/api/v0/notification-templates',
  level: 'admin',
  summary: 'Change the templates of a category; those of the default are removed',
  body: NotificationTemplate,
  data: z.array(NotificationTemplate),
});

export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/api/v0/notification-deliveries',
  level: 'admin',
  summary: 'The newest 100 messages to receivers, newest first',
  query: z.strictObject({ state: z.enum(['waiting', 'sent', 'failed']).optional() }),
  data: z.array(DeliveryView),
});
export const retryDelivery = defineRoute({
  method: 'POST',
  path: '/api/v0/notification-deliveries/:id/retry',
  level: 'admin',
  summary: 'Send a message again that could not be delivered',
  params: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
  errors: { 'delivery-missing': 404 },
});
