import { createHmac, randomBytes } from 'node:crypto';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { TwitchSettings } from '../twitch-settings.js';
import { eventMessage, type EventMessage } from './event-message.js';
import { ENABLED, subscriptionWire, type Transport } from './subscription.js';

type Webhook = Extract<Transport, { method: 'webhook' }>;

/** `sha256=` and the HMAC over id, time and body as sent (docs/reference/twitch.md#eventsub-webhooks). */
export function signature(
  secret: string,
  { id, timestamp }: Pick<EventMessage, 'id' | 'timestamp'>,
  body: string,
): string {
  return `sha256=${createHmac('sha256', secret)
    .update(id + timestamp + body)
    .digest('hex')}`;
}

function headersOf(
  { id, timestamp, kind, subscription: { type, version } }: EventMessage,
  retry: number,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'Twitch-Eventsub-Message-Id': id,
    'Twitch-Eventsub-Message-Retry': String(retry),
    'Twitch-Eventsub-Message-Type': kind,
    'Twitch-Eventsub-Message-Timestamp': timestamp,
    'Twitch-Eventsub-Subscription-Type': type,
    'Twitch-Eventsub-Subscription-Version': version,
  };
}

/** Sends messages to callbacks: challenge, notifications with their retries, revocation. */
export class Webhooks {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly stopped = new AbortController();

  constructor(private readonly settings: TwitchSettings) {}

  /** Enables the subscription if the callback responds with the plain challenge. */
  async verify(subscription: EventMessage['subscription']): Promise<void> {
    const challenge = randomBytes(24).toString('base64url');
    const answer = await this.post(
      eventMessage({ kind: 'webhook_callback_verification', subscription, body: { challenge } }),
      0,
    );
    const isRight = answer?.status === 200 && answer.body === challenge && !answer.type.includes('json');
    if (!this.stopped.signal.aborted) subscription.status = isRight ? ENABLED : 'webhook_callback_verification_failed';
  }

  /** Sends a notification. Revokes the subscription when the last retry fails. */
  async deliver(message: EventMessage, retry = 0): Promise<void> {
    const { subscription } = message;
    if (this.stopped.signal.aborted || subscription.status !== ENABLED) return;
    const answer = await this.post(message, retry);
    if (answer && answer.status >= 200 && answer.status < 300) return;
    const wait = this.settings.webhookRetryMs[retry];
    if (wait !== undefined) {
      this.later(wait, () => {
        void this.deliver(message, retry + 1);
      });
      return;
    }
    subscription.status = 'notification_failures_exceeded';
    this.revoke(subscription);
  }

  /** Sends the revocation once, whatever the callback responds. */
  revoke(subscription: EventMessage['subscription']): void {
    void this.post(eventMessage({ kind: 'revocation', subscription, body: {} }), 0);
  }

  stop(): void {
    this.stopped.abort();
    for (const timer of this.timers) clearTimeout(timer);
  }

  private later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      run();
    }, ms);
    this.timers.add(timer);
  }

  private post(message: EventMessage, retry: number): Promise<Posted | null> {
    const { callback, secret } = message.subscription.transport as Webhook;
    const body = JSON.stringify({ ...message.body, subscription: subscriptionWire(message.subscription) });
    const headers = {
      ...headersOf(message, retry),
      'Twitch-Eventsub-Message-Signature': signature(secret, message, body),
    };
    return postOnce(this.addressOf(callback), {
      headers,
      body,
      signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(this.settings.webhookTimeoutMs)]),
    });
  }

  private addressOf(callback: string): URL {
    const url = new URL(callback);
    return this.settings.callbacksTo === null || url.protocol !== 'https:'
      ? url
      : new URL(`${url.pathname}${url.search}`, this.settings.callbacksTo);
  }
}

interface Posted {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** One POST on its own connection, without redirects. @returns null if there was no response in time */
function postOnce(
  url: URL,
  {
    headers,
    body,
    signal,
  }: { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly signal: AbortSignal },
): Promise<Posted | null> {
  const open = url.protocol === 'https:' ? secure : plain;
  return new Promise((done) => {
    const request = open(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, agent: false, signal },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', () => {
          done(null);
        });
        response.on('end', () => {
          done({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body: text });
        });
      },
    );
    request.on('error', () => {
      done(null);
    });
    request.end(body);
  });
}
