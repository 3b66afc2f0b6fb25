import { z } from 'zod';
import { localized } from '../localized.js';

/** How the site reports that a channel is live, at the moment. `poll`: Vodkeep only polls the site. */
export const PUSH_TRANSPORTS = ['webhook', 'websocket', 'poll'] as const;

/** The operator's account at a site, and its state. Secrets are never included, only whether there is one. */
export const SiteAccountView = z.object({
  kind: z.string(),
  client_id: z.string().nullable(),
  has_secret: z.boolean(),
  has_playback_token: z.boolean(),
  user: z
    .object({ login: z.string(), user_id: z.string(), scopes: z.array(z.string()), expires_at: z.iso.datetime() })
    .nullable(),
  /** Redirect URI that the operator must enter in the site's form for the app. */
  redirect_uri: z.string(),
  /** The fault, with its remedy; null: none known. */
  fault: localized().nullable(),
  push: z.object({
    transport: z.enum(PUSH_TRANSPORTS),
    reason: localized(),
    connected: z.boolean(),
    active: z.int(),
    wanted: z.int(),
    /** Refused calls of the webhook, by reason, since the installation. */
    refused: z.array(z.object({ reason: z.string(), count: z.int(), last_at: z.iso.datetime() })),
  }),
});
export type SiteAccountView = z.infer<typeof SiteAccountView>;
