import { fieldMessage } from '#libs/messages';
import { z } from 'zod';
import { localized } from '../localized.js';
import { defineRoute, NoBody } from './route.js';

/**
 * A push subscription at a site, in v0's format. `status`: `enabled` if the site says so, otherwise Vodkeep's own word;
 * `reason` says what to do.
 */
const Subscription = z.object({
  type: z.string(),
  id: z.string(),
  username: z.string(),
  user_id: z.string(),
  callback: z.string(),
  instance_match: z.boolean(),
  status: z.string(),
  created_at: z.iso.datetime(),
  transport_method: z.string(),
  reason: localized(),
});
/** The site's id of it; a subscription that the site has not accepted yet has the id `kind:topic:user_id`. */
const SubscriptionId = z.strictObject({
  sub_id: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\w.:-]+$/, fieldMessage('field.not-subscription-id')),
});

export const listSubscriptions = defineRoute({
  method: 'GET',
  path: '/api/v0/subscriptions',
  level: 'admin',
  summary: 'Push subscriptions at the sites',
  data: z.object({
    channels: z.array(Subscription),
    total: z.int(),
    all_usernames: z.array(z.string()),
    callback: z.string(),
  }),
});
export const subscribeAll = defineRoute({
  method: 'POST',
  path: '/api/v0/subscriptions',
  level: 'admin',
  summary: 'Renew the push subscriptions of every channel',
  body: NoBody,
  errors: { 'no-channels': 400 },
});
export const dropSubscription = defineRoute({
  method: 'DELETE',
  path: '/api/v0/subscriptions/:sub_id',
  level: 'admin',
  summary: 'Delete a push subscription; a followed channel is subscribed again within a minute',
  params: SubscriptionId,
  errors: { 'subscription-missing': 404, 'site-away': 502 },
});
