import { randomUUID, randomInt } from 'node:crypto';
import type { Subscription } from './subscription.js';

/**
 * One EventSub message, before conversion to the format of its transport. Retries and duplicates have the same id and
 * time.
 */
export interface EventMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly kind: 'notification' | 'revocation' | 'webhook_callback_verification';
  readonly subscription: Subscription;
  /** Fields of the body in addition to `subscription`. */
  readonly body: Readonly<Record<string, unknown>>;
}

export function eventMessage(
  about: Pick<EventMessage, 'kind' | 'subscription' | 'body'>,
  { ageMs = 0 } = {},
): EventMessage {
  return { id: randomUUID(), timestamp: nanoTime(Date.now() - ageMs), ...about };
}

/**
 * RFC 3339 time with nanoseconds and without trailing zeros, the format of EventSub's message times. The last six
 * digits are generated.
 */
export function nanoTime(ms: number): string {
  const micros = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const digits = `${new Date(ms).toISOString().slice(20, 23)}${micros}`.replace(/0+$/, '');
  return `${new Date(ms).toISOString().slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`;
}
