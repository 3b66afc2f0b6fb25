/**
 * Settings of the site that tests can shorten. The defaults are Twitch's own values, if known
 * (docs/reference/twitch.md#eventsub-sockets).
 */
export interface TwitchSettings {
  /** For each rate limit bucket of Helix. */
  readonly pointsPerMinute: number;
  readonly appTokenLifeS: number;
  readonly userTokenLifeS: number;
  /** Minimum keepalive of a websocket; also the default. */
  readonly leastKeepaliveS: number;
  /** A websocket that did not respond to the last ping is closed. */
  readonly pingEveryMs: number;
  /** A websocket without a subscription is closed after this time. */
  readonly subscribeWithinMs: number;
  /** Time from `session_reconnect` until the old socket is closed. */
  readonly reconnectGraceMs: number;
  readonly webhookTimeoutMs: number;
  /**
   * Pause before each retry of a webhook delivery; after the last one, the subscription is revoked. Twitch does not
   * publish these values.
   */
  readonly webhookRetryMs: readonly number[];
  /** `stream.offline` contains the broadcast's id, as it does since 2026-06-26. */
  readonly offlineHasId: boolean;
  /**
   * Address that receives the callbacks of any `https` host, such as `http://127.0.0.1:3000`; default: their own host.
   */
  readonly callbacksTo: string | null;
}

export const TWITCH_SETTINGS: TwitchSettings = {
  pointsPerMinute: 800,
  appTokenLifeS: 5_000_000,
  userTokenLifeS: 14_400,
  leastKeepaliveS: 10,
  pingEveryMs: 10_000,
  subscribeWithinMs: 10_000,
  reconnectGraceMs: 30_000,
  webhookTimeoutMs: 10_000,
  webhookRetryMs: [1000, 2000, 4000, 8000, 16_000],
  offlineHasId: true,
  callbacksTo: null,
};
