import { randomUUID, randomInt } from 'node:crypto';
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

/**
 * RFC 3339 with nanoseconds, without zeros at the end, as EventSub writes the times of its messages. The last six
 * digits are made up.
 */
export function nanoTime(ms: number): string {
  const micros = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const digits = `${new Date(ms).toISOString().slice(20, 23)}${micros}`.replace(/0+$/, '');
  return `${new Date(ms).toISOString().slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`;
}
