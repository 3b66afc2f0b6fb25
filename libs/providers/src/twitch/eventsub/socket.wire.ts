import { z } from 'zod';
import { type PushMessage, type SiteSubscription } from '../../kit/push.js';
import { readEvent, readStamp, Subscription } from './events.wire.js';
import { jsonOf } from '../http/read-json.js';

// https://dev.twitch.tv/docs/eventsub/handling-websocket-events/ (read Feb 2026)
const Frame = z.object({
  metadata: z.object({
    message_id: z.string().min(1),
    message_type: z.string(),
    message_timestamp: z.string().catch(''),
  }),
  payload: z.unknown(),
});
const Session = z.object({
  session: z.object({
    id: z.string().min(1),
    keepalive_timeout_seconds: z.number().positive().nullish().catch(null),
    reconnect_url: z.string().nullish().catch(null),
  }),
});
const About = z.object({ subscription: Subscription, event: z.unknown().optional() });

/**
 * A frame of the site. `other`: a frame that Vodkeep ignores; like every frame, it shows that the connection is alive.
 */
export type SocketFrame =
  | { readonly kind: 'welcome'; readonly sessionId: string; readonly keepaliveS: number | null }
  | { readonly kind: 'reconnect'; readonly url: string }
  | { readonly kind: 'message'; readonly message: PushMessage }
  | {
      readonly kind: 'revoked';
      readonly id: string;
      readonly subscription: Pick<SiteSubscription, 'id' | 'topic' | 'sourceId' | 'reason'>;
    }
  | { readonly kind: 'other' };

const OTHER: SocketFrame = { kind: 'other' };
type BoxArt = (categoryId: string) => string;

/** Parses a text frame; never throws. */
export function readFrame(text: string, boxArt: BoxArt): SocketFrame {
  const { data: frame } = Frame.safeParse(jsonOf(text));
  if (!frame) return OTHER;
  const {
    metadata: { message_id: id, message_type: type, message_timestamp: stamp },
    payload,
  } = frame;
  switch (type) {
    case 'session_welcome':
      return readWelcome(payload);
    case 'session_reconnect':
      return readReconnect(payload);
    case 'notification':
      return readMessage(payload, { id, at: readStamp(stamp) ?? new Date() }, boxArt);
    case 'revocation':
      return readRevoked(payload, id);
    default:
      return OTHER;
  }
}

function readWelcome(payload: unknown): SocketFrame {
  const session = Session.safeParse(payload).data?.session;
  return session
    ? { kind: 'welcome', sessionId: session.id, keepaliveS: session.keepalive_timeout_seconds ?? null }
    : OTHER;
}

function readReconnect(payload: unknown): SocketFrame {
  const url = URL.parse(Session.safeParse(payload).data?.session.reconnect_url ?? '');
  return url && /^wss?:$/.test(url.protocol) ? { kind: 'reconnect', url: url.href } : OTHER;
}

function readMessage(payload: unknown, stamp: { readonly id: string; readonly at: Date }, boxArt: BoxArt): SocketFrame {
  const { data } = About.safeParse(payload);
  const fact = data && readEvent(data.subscription.type, data.event, boxArt);
  return fact ? { kind: 'message', message: { ...stamp, fact } } : OTHER;
}

function readRevoked(payload: unknown, id: string): SocketFrame {
  const subscription = About.safeParse(payload).data?.subscription;
  return subscription
    ? {
        kind: 'revoked',
        id,
        subscription: {
          id: subscription.id,
          topic: subscription.type,
          sourceId: subscription.condition.broadcaster_user_id,
          reason: subscription.status,
        },
      }
    : OTHER;
}
