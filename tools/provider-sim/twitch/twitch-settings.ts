/**
 * Numbers of the site that tests make small. The defaults are Twitch's own, where they are known
 * (docs/reference/twitch.md#eventsub-sockets).
 */
export interface TwitchSettings {
  /** Of each bucket of Helix. */
  readonly pointsPerMinute: number;
  readonly appTokenLifeS: number;
  readonly userTokenLifeS: number;
  /** Of a websocket's keepalive, which is also the one when none is asked for. */
  readonly leastKeepaliveS: number;
  /** A websocket that did not answer the last ping is closed. */
  readonly pingEveryMs: number;
  /** A websocket without a subscription is closed after so long. */
  readonly subscribeWithinMs: number;
  /** The old socket is closed so long after `session_reconnect`. */
  readonly reconnectGraceMs: number;
  readonly webhookTimeoutMs: number;
  /**
   * Waits before each retry of a delivery; after the last one the subscription is revoked. Twitch does not publish
   * them.
   */
  readonly webhookRetryMs: readonly number[];
  /** `stream.offline` names the broadcast, as it does since 2026-06-26. */
  readonly offlineHasId: boolean;
  /**
   * Where callbacks of any `https` host are delivered, such as `http://127.0.0.1:3000`; they go to their host when not
   * given.
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
