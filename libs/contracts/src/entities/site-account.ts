import { z } from 'zod';
import { localized } from '../localized.js';

/** How the site pushes that a channel is live, right now. `poll`: it is only asked. */
export const PUSH_TRANSPORTS = ['webhook', 'websocket', 'poll'] as const;

/** What the operator gave us for a site, and how it stands. Secrets never leave: only that there is one. */
export const SiteAccountView = z.object({
  kind: z.string(),
  client_id: z.string().nullable(),
  has_secret: z.boolean(),
  has_playback_token: z.boolean(),
  user: z
    .object({ login: z.string(), user_id: z.string(), scopes: z.array(z.string()), expires_at: z.iso.datetime() })
    .nullable(),
  /** What must stand in the site's own form for our app. */
  redirect_uri: z.string(),
  /** What is wrong, with its remedy; null: nothing known. */
  fault: localized().nullable(),
  push: z.object({
    transport: z.enum(PUSH_TRANSPORTS),
    reason: localized(),
    connected: z.boolean(),
    active: z.int(),
    wanted: z.int(),
    /** Calls of our webhook that were refused, by reason, since the install. */
    refused: z.array(z.object({ reason: z.string(), count: z.int(), last_at: z.iso.datetime() })),
  }),
});
export type SiteAccountView = z.infer<typeof SiteAccountView>;
