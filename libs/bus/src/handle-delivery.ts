import { type MessageDef } from '#libs/contracts';
import { isAppError, localizedOf, OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type RetryPolicy } from './retry-policy.js';

/** One delivery of a message. Only {@link deliver} acknowledges it. */
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
  bury(failure: Failure): Promise<void>;
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
 * `retried`: delivered again after a delay. `handed-back`: delivered again at once, to any free worker. `lapsed`: the
 * handler hung, and the server delivers the message again.
 */
export type DeliveryEnd = 'done' | 'retried' | 'handed-back' | 'buried' | 'lapsed';

/** The server delivers the message of a crashed worker to another one after this time. */
export const ACK_WAIT_MS = 10_000;
/** A handler that makes no progress for this long is hung. */
export const HUNG_MS = 60_000;

/**
 * Runs a handler and answers its message: ack if the handler returns; nak with back-off for an outside fault; a dead
 * letter, then ack, for a user fault, a bug, or an invalid payload. Never throws.
 */
export async function handleDelivery(d: Delivery, options: DeliveryOptions): Promise<DeliveryEnd> {
  const parsed = options.def.schema.safeParse(d.data);
  if (!parsed.success)
    return bury(d, {
      code: 'wrong-payload',
      message: message('error.unreadable', { name: options.def.name, fault: parsed.error.message }),
      fault: 'bug',
      attempts: d.attempt,
      stack: null,
    });
  if (d.attempt > options.policy.unanswered)
    return bury(d, {
      code: 'no-answer',
      message: message('error.never-finished', { n: d.attempt - 1 }),
      fault: 'bug',
      attempts: d.attempt - 1,
      stack: null,
    });
  return work(d, parsed.data, options);
}

async function work(d: Delivery, payload: unknown, options: DeliveryOptions): Promise<DeliveryEnd> {
  const { handle, policy, draining } = options;
  const lapsed = new AbortController();
  const watch = watchProgress(d, lapsed, options);
  const gone = Promise.withResolvers<'lapsed'>();
  lapsed.signal.addEventListener('abort', () => {
    gone.resolve('lapsed');
  });
  const run = async (): Promise<DeliveryEnd> => {
    try {
      await handle(payload, {
        attempt: d.attempt,
        signal: AbortSignal.any([draining, lapsed.signal]),
        progress: watch.progress,
      });
      d.ack();
      return 'done';
    } catch (error) {
      if (lapsed.signal.aborted) return 'lapsed';
      return await answerFailure(d, error, { policy, draining });
    }
  };
  try {
    return await Promise.race([run(), gone.promise]);
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
  d: Delivery,
  lapsed: AbortController,
  { every, ackWaitMs, hungMs, now = () => performance.now() }: DeliveryOptions,
): { readonly progress: () => void; readonly end: () => void } {
  let movedAt = now();
  let renewedAt = now();
  const end = every(ackWaitMs / 4, () => {
    const at = now();
    if (at - renewedAt > ackWaitMs)
      lapsed.abort(new OutsideError(message('error.message-lost', { n: seconds(at - renewedAt) })));
    else if (at - movedAt >= hungMs)
      lapsed.abort(new OutsideError(message('error.no-progress', { n: seconds(hungMs) })));
    else {
      renewedAt = at;
      d.working();
    }
  });
  return {
    progress: () => {
      movedAt = now();
    },
    end,
  };
}

const seconds = (ms: number): number => Math.round(ms / 1000);

async function answerFailure(
  d: Delivery,
  error: unknown,
  { policy, draining }: Pick<DeliveryOptions, 'policy' | 'draining'>,
): Promise<DeliveryEnd> {
  if (draining.aborted) {
    d.nak(0);
    return 'handed-back';
  }
  const fault = isAppError(error) ? error.fault : 'bug';
  if (fault === 'outside' && d.attempt < policy.tries) {
    d.nak(policy.delayMs(d.attempt));
    return 'retried';
  }
  return bury(d, {
    code: isAppError(error) ? error.code : 'bug',
    message: localizedOf(error),
    fault,
    attempts: d.attempt,
    stack: fault === 'bug' && error instanceof Error ? (error.stack ?? null) : null,
  });
}

async function bury(d: Delivery, failure: Failure): Promise<DeliveryEnd> {
  try {
    await d.bury(failure);
  } catch {
    d.nak(5_000);
    return 'retried';
  }
  d.ack();
  return 'buried';
}
