import { type MessageDef } from '#libs/contracts';
import { isAppError, localizedOf, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type RetryPolicy } from './retry-policy.js';

/** One delivery of a message. Only {@link handleDelivery} acknowledges it. */
export interface Delivery {
  readonly subject: string;
  /** Parsed JSON; undefined if the bytes are not JSON. */
  readonly data: unknown;
  /** 1 for the first delivery. A delivery that ended in a crash counts too. */
  readonly attempt: number;
  ack(): void;
  nak(delayMs: number): void;
  /** Extends the ack wait. */
  working(): void;
  /** Stores a copy as a dead letter. */
  storeDeadLetter(failure: Failure): Promise<void>;
}

/** Why a message failed permanently. */
export interface Failure {
  readonly code: string;
  readonly message: Message;
  readonly fault: 'user' | 'outside' | 'bug';
  readonly attempts: number;
  readonly stack: string | null;
}

/** Delivery context that a handler receives with the payload. */
export interface Work {
  readonly attempt: number;
  /**
   * Aborted when the service drains, and when the handler made no progress for so long that the server delivers the
   * message to another worker.
   */
  readonly signal: AbortSignal;
  /**
   * A handler must call it on each real progress (bytes written, a frame done). A handler that does not call it for
   * `hungMs` loses its message.
   */
  readonly progress: () => void;
}

export interface DeliveryOptions {
  readonly def: MessageDef;
  readonly handle: (payload: unknown, work: Work) => Promise<unknown>;
  readonly policy: RetryPolicy;
  /** Aborted when the service drains. */
  readonly draining: AbortSignal;
  /** Time without an answer or a heartbeat after which the server delivers the message again. */
  readonly ackWaitMs: number;
  /** Time without progress after which the handler counts as hung. */
  readonly hungMs: number;
  /** Monotonic clock in ms; tests pass their own. */
  readonly now?: () => number;
  /** Calls `tick` every `ms` until the returned function is called; tests pass their own. */
  readonly every: (ms: number, tick: () => void) => () => void;
}

/**
 * `dead-letter`: stored as one, after a permanent failure. `retried`: delivered again after a delay. `handed-back`: delivered again at once, to any free worker. `lapsed`: the
 * handler hung, and the server delivers the message again.
 */
export type DeliveryEnd = 'done' | 'retried' | 'handed-back' | 'dead-letter' | 'lapsed';

/** The server delivers the message of a crashed worker to another one after this time. */
export const ACK_WAIT_MS = 10_000;
/** A handler that makes no progress for this long is hung. */
export const HUNG_MS = 60_000;

/**
 * Runs a handler and answers its message: ack if the handler returns; nak with back-off for an outside fault; a dead
 * letter, then ack, for a user fault, a bug, or an invalid payload. Never throws.
 */
export async function handleDelivery(delivery: Delivery, options: DeliveryOptions): Promise<DeliveryEnd> {
  const parsed = options.def.schema.safeParse(delivery.data);
  if (!parsed.success)
    return endAsDeadLetter(delivery, {
      code: 'wrong-payload',
      message: message('error.unreadable', { name: options.def.name, fault: parsed.error.message }),
      fault: 'bug',
      attempts: delivery.attempt,
      stack: null,
    });
  if (delivery.attempt > options.policy.unanswered)
    return endAsDeadLetter(delivery, {
      code: 'no-answer',
      message: message('error.never-finished', { n: delivery.attempt - 1 }),
      fault: 'bug',
      attempts: delivery.attempt - 1,
      stack: null,
    });
  return work(delivery, parsed.data, options);
}

async function work(delivery: Delivery, payload: unknown, options: DeliveryOptions): Promise<DeliveryEnd> {
  const { handle, policy, draining } = options;
  const abandonment = new AbortController();
  const watch = watchProgress(delivery, abandonment, options);
  const abandoned = Promise.withResolvers<'lapsed'>();
  abandonment.signal.addEventListener('abort', () => {
    abandoned.resolve('lapsed');
  });
  const run = async (): Promise<DeliveryEnd> => {
    try {
      await handle(payload, {
        attempt: delivery.attempt,
        signal: AbortSignal.any([draining, abandonment.signal]),
        progress: watch.progress,
      });
      delivery.ack();
      return 'done';
    } catch (error) {
      if (abandonment.signal.aborted) return 'lapsed';
      return await answerFailure(delivery, error, { policy, draining });
    }
  };
  try {
    return await Promise.race([run(), abandoned.promise]);
  } finally {
    watch.end();
  }
}

/**
 * Renews the ack wait while the process runs and the handler makes progress. A hung handler is aborted and loses its
 * message. So does a handler whose process was suspended for longer than the ack wait, because the server has already
 * delivered the message to another worker.
 */
function watchProgress(
  delivery: Delivery,
  abandonment: AbortController,
  { every, ackWaitMs, hungMs, now = () => performance.now() }: DeliveryOptions,
): { readonly progress: () => void; readonly end: () => void } {
  let progressAt = now();
  let renewedAt = now();
  const end = every(ackWaitMs / 4, () => {
    const at = now();
    if (at - renewedAt > ackWaitMs)
      abandonment.abort(new OutsideError(message('error.message-lost', { n: seconds(at - renewedAt) })));
    else if (at - progressAt >= hungMs)
      abandonment.abort(new OutsideError(message('error.no-progress', { n: seconds(hungMs) })));
    else {
      renewedAt = at;
      delivery.working();
    }
  });
  return {
    progress: () => {
      progressAt = now();
    },
    end,
  };
}

const seconds = (ms: number): number => Math.round(ms / 1000);

async function answerFailure(
  delivery: Delivery,
  error: unknown,
  { policy, draining }: Pick<DeliveryOptions, 'policy' | 'draining'>,
): Promise<DeliveryEnd> {
  if (draining.aborted) {
    delivery.nak(0);
    return 'handed-back';
  }
  const fault = isAppError(error) ? error.fault : 'bug';
  if (fault === 'outside' && delivery.attempt < policy.tries) {
    delivery.nak(policy.delayMs(delivery.attempt));
    return 'retried';
  }
  return endAsDeadLetter(delivery, {
    code: isAppError(error) ? error.code : 'bug',
    message: localizedOf(error),
    fault,
    attempts: delivery.attempt,
    stack: fault === 'bug' && error instanceof Error ? (error.stack ?? null) : null,
  });
}

/** Delay before a message is delivered again whose dead letter could not be stored. */
const DEAD_LETTER_RETRY_MS = 5_000;

async function endAsDeadLetter(delivery: Delivery, failure: Failure): Promise<DeliveryEnd> {
  try {
    await delivery.storeDeadLetter(failure);
  } catch {
    delivery.nak(DEAD_LETTER_RETRY_MS);
    return 'retried';
  }
  delivery.ack();
  return 'dead-letter';
}
