import { z } from 'zod';
import { defineRoute } from './route.js';

/** v0's notification categories. */
export const NOTIFICATION_CATEGORIES = [
  'offlineStatusChange',
  'streamOnline',
  'streamOffline',
  'streamStatusChange',
  'streamStatusChangeFavourite',
  'vodMuted',
  'vodDeleted',
  'debug',
  'system',
] as const;
/** Notification channels as v0's bits: websocket 1, Telegram 2, Discord 4, Pushover 8, ntfy 16. */
const Bits = z.int().min(0).max(31);
const fields = Object.fromEntries(NOTIFICATION_CATEGORIES.map((name) => [name, Bits])) as Record<
  (typeof NOTIFICATION_CATEGORIES)[number],
  typeof Bits
>;
const Categories = z.strictObject(fields);

export const getNotifications = defineRoute({
  method: 'GET',
  path: '/api/v0/notifications',
  level: 'admin',
  summary: 'Notification channels of each category, as bits',
  data: Categories,
});
/**
 * Stored for a later version: Vodkeep does not send notifications yet. A category missing from the request keeps its
 * value (v0 sets it to 0).
 */
export const putNotifications = defineRoute({
  method: 'PUT',
  path: '/api/v0/notifications',
  level: 'admin',
  summary: 'Change the notification channels of categories',
  body: Categories.partial(),
  data: Categories,
});
