import { randomUUID } from 'node:crypto';
import { nanoTime } from './nano-time.js';
import type { Subscription } from './subscription.js';

/** One message of EventSub before it takes the form of its transport. Retries and doubles share the id and the time. */
export interface EventMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: 'notification' | 'revocation' | 'webhook_callback_verification';
  readonly subscription: Subscription;
  /** Beside `subscription` in the body. */
  readonly body: Readonly<Record<string, unknown>>;
}

export function eventMessage(
  about: Pick<EventMessage, 'kind' | 'subscription' | 'body'>,
  { ageMs = 0 } = {},
): EventMessage {
  return { id: randomUUID(), timestamp: nanoTime(Date.now() - ageMs), ...about };
}
