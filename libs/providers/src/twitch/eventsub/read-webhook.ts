import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type PushMessage, type PushRefusal, type WebhookReading } from '../../kit/push.js';
import { readEvent, readStamp, Subscription, type SubscriptionShape } from './events.wire.js';
import { TOPIC_VERSIONS } from './subscriptions.wire.js';

/** A call of the webhook. `headers`: lower-case names. */
export interface WebhookCall {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly secret: string;
  readonly now: Date;
}

/** The period within which Twitch delivers a message; an older message may be a replay. */
const WINDOW_MS = 600_000;
const PREFIX = 'twitch-eventsub-message-';

const Challenge = z.object({ challenge: z.string().min(1), subscription: Subscription });
const Revocation = z.object({ subscription: Subscription });
/** `events`: the format of subscriptions with batching, which Twitch once sent. */
const Notification = z.object({
  subscription: Subscription,
  event: z.unknown().optional(),
  events: z.array(z.object({ id: z.string().min(1), data: z.unknown() })).optional(),
});

interface Signed {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly json: unknown;
}
type BoxArt = (categoryId: string) => string;

const refused = (refusal: PushRefusal): WebhookReading => ({ kind: 'refused', refusal });

/**
 * Checks a webhook call by its signature over the raw body, its age and its format, in this order; without a valid
 * signature, nothing else is checked. The caller checks for repeated messages and unknown subscriptions.
 * https://dev.twitch.tv/docs/eventsub/handling-webhook-events/ (read Feb 2026)
 */
export function readWebhook(call: WebhookCall, boxArt: BoxArt): WebhookReading {
  const signed = readSigned(call);
  if (typeof signed === 'string') return refused(signed);
  switch (signed.type) {
    case 'webhook_callback_verification':
      return readChallenge(signed);
    case 'notification':
      return readNotification(signed, boxArt);
    case 'revocation':
      return readRevocation(signed);
    default:
      return refused('malformed');
  }
}

function readSigned({ headers, body, secret, now }: WebhookCall): Signed | PushRefusal {
  const [id, stamp, signature, type] = ['id', 'timestamp', 'signature', 'type'].map(
    (name) => headers[PREFIX + name] ?? '',
  ) as [string, string, string, string];
  if (signature === '' || secret === '') return 'bad-signature';
  if (id === '' || stamp === '' || type === '') return 'malformed';
  if (!isSignedBy(secret, signature, [id, stamp, body])) return 'bad-signature';
  const at = readStamp(stamp);
  if (!at) return 'malformed';
  if (Math.abs(now.getTime() - at.getTime()) > WINDOW_MS) return 'too-old';
  const json = parsed(body);
  return json === undefined ? 'malformed' : { id, at, type, json };
}

/** Compares in constant time, over the exact bytes received. */
function isSignedBy(secret: string, signature: string, parts: readonly (string | Buffer)[]): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(signature)?.[1];
  if (given === undefined) return false;
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return timingSafeEqual(hmac.digest(), Buffer.from(given, 'hex'));
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function readChallenge({ json }: Signed): WebhookReading {
  const { data } = Challenge.safeParse(json);
  return data ? { kind: 'challenge', challenge: data.challenge, ...aboutOf(data.subscription) } : refused('malformed');
}

function readRevocation({ id, json }: Signed): WebhookReading {
  const { data } = Revocation.safeParse(json);
  return data
    ? { kind: 'revoked', messageId: id, ...aboutOf(data.subscription), reason: data.subscription.status }
    : refused('malformed');
}

function readNotification({ id, at, json }: Signed, boxArt: BoxArt): WebhookReading {
  const { data } = Notification.safeParse(json);
  if (!data) return refused('malformed');
  const topic = data.subscription.type;
  if (!TOPIC_VERSIONS.has(topic)) return refused('unknown-subscription');
  const messages: PushMessage[] = [];
  for (const { id: eventId, data: event } of data.events ?? [{ id, data: data.event }]) {
    const fact = readEvent(topic, event, boxArt);
    if (!fact) return refused('malformed');
    messages.push({ id: eventId, at, fact });
  }
  return { kind: 'message', messages };
}

const aboutOf = ({ id, type, condition }: SubscriptionShape) => ({
  subscriptionId: id,
  topic: type,
  sourceId: condition.broadcaster_user_id,
});
