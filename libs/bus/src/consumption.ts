import { setTimeout as wait } from 'node:timers/promises';
import {
  type Consumer,
  type ConsumerMessages,
  type JsMsg,
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { type MessageDef } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { type DeadLetters } from './dead-letters.js';
import { ACK_WAIT_MS, handleDelivery, type Delivery, type DeliveryEnd, HUNG_MS, type Work } from './handle-delivery.js';
import { type ConsumptionSwitch } from './consumption-switch.js';
import { decodeJson } from './message-codec.js';
import { API_ERROR, isApiError, busCall } from './bus-call.js';
import { type RetryPolicy } from './retry-policy.js';

/** What one process consumes from one durable consumer, and how. */
export interface ConsumptionPlan {
  readonly stream: string;
  /** Durable name. The server stores the delivery and acknowledgement state under it. */
  readonly durable: string;
  readonly filter: string;
  /** Maximum number of messages that this process handles at the same time. */
  readonly concurrency: number;
  readonly policy: RetryPolicy;
  readonly consumptionSwitch: ConsumptionSwitch;
  /** Default: {@link ACK_WAIT_MS}. */
  readonly ackWaitMs?: number;
  /** Default: {@link HUNG_MS}. */
  readonly hungMs?: number;
  /**
   * Definition of the message of a subject, or null: the message is not for this service and is acknowledged unhandled.
   */
  readonly defOf: (subject: string) => MessageDef | null;
  readonly handle: (def: MessageDef, payload: unknown, work: Work & { readonly subject: string }) => Promise<unknown>;
  /** Called when a delivery has ended; `attempt` is 1 for the first delivery. */
  readonly onEnd?: (end: DeliveryEnd, subject: string, attempt: number) => void;
}

/** A pull without a message ends after this time. The next pull proves again that the server is alive. */
const PULL_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 1_000;

/**
 * Fetches messages of one durable consumer one at a time for each worker and never prefetches. A message that waits in
 * a client's buffer would exceed its ack wait and be handled twice.
 */
export class Consumption {
  readonly #draining = new AbortController();
  readonly #pulls = new Set<ConsumerMessages>();
  readonly #workers: Promise<void>[] = [];
  readonly #unsubscribes: (() => void)[];
  #consumer: Promise<Consumer> | undefined;

  constructor(
    private readonly link: BusLink,
    private readonly deadLetters: DeadLetters,
    private readonly plan: ConsumptionPlan,
  ) {
    this.#unsubscribes = [
      link.onStatus((status) => {
        if (status.type === 'reconnected') this.#endPulls();
      }),
      plan.consumptionSwitch.onTurnOff(() => {
        this.#endPulls();
      }),
    ];
  }

  async start(): Promise<void> {
    this.#consumer = this.#ensureConsumer();
    await this.#consumer;
    for (let i = 0; i < this.plan.concurrency; i += 1) this.#workers.push(this.#work());
  }

  /** Stops fetching, aborts running handlers, and waits until they have answered. */
  async close(): Promise<void> {
    this.#draining.abort();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#endPulls();
    await Promise.all(this.#workers);
    await this.link.nc.flush().catch(() => undefined);
  }

  get #ackWaitMs(): number {
    return this.plan.ackWaitMs ?? ACK_WAIT_MS;
  }
  #hasEnded(): boolean {
    return this.#draining.signal.aborted || this.link.nc.isClosed();
  }

  async #work(): Promise<void> {
    const drained = new Promise((resolve) => {
      this.#draining.signal.addEventListener('abort', resolve, { once: true });
    });
    while (!this.#hasEnded()) {
      await Promise.race([this.plan.consumptionSwitch.turnedOn(), drained]);
      if (this.#hasEnded()) return;
      try {
        const message = await this.#fetchMessage();
        if (message) await this.#handleDelivery(message);
      } catch (error) {
        this.#consumer = undefined;
        if (this.link.connected) this.link.problem(`consuming ${this.plan.durable} failed`, error);
        await wait(RETRY_DELAY_MS, undefined, { signal: this.#draining.signal }).catch(() => undefined);
      }
    }
  }

  /** Called again after an error, because a server that lost its disk restarts without the consumer. */
  async #ensureConsumer(): Promise<Consumer> {
    const { stream, durable, filter } = this.plan;
    await ensureConsumer(this.link.jsm, { stream, durable, filter, ackWaitMs: this.#ackWaitMs });
    return this.link.js.consumers.get(stream, durable);
  }

  async #fetchMessage(): Promise<JsMsg | null> {
    this.#consumer ??= this.#ensureConsumer();
    const pull = await (await this.#consumer).fetch({ max_messages: 1, expires: PULL_TIMEOUT_MS });
    this.#pulls.add(pull);
    try {
      if (this.#hasEnded() || !this.plan.consumptionSwitch.isOn) return null;
      for await (const message of pull) return message;
      return null;
    } finally {
      this.#pulls.delete(pull);
      pull.stop();
    }
  }

  #endPulls(): void {
    for (const pull of this.#pulls) pull.stop();
  }

  async #handleDelivery(message: JsMsg): Promise<void> {
    const def = this.plan.defOf(message.subject);
    if (!def) {
      message.ack();
      return;
    }
    const end = await handleDelivery(this.#delivery(message), {
      def,
      policy: this.plan.policy,
      ackWaitMs: this.#ackWaitMs,
      hungMs: this.plan.hungMs ?? HUNG_MS,
      draining: this.#draining.signal,
      handle: (payload, work) => this.plan.handle(def, payload, { ...work, subject: message.subject }),
      every: (ms, tick) => {
        const timer = setInterval(tick, ms);
        return () => {
          clearInterval(timer);
        };
      },
    });
    this.plan.onEnd?.(end, message.subject, message.info.deliveryCount);
  }

  #delivery(message: JsMsg): Delivery {
    const data = decodeJson(message.data);
    const origin = {
      subject: message.subject,
      payload: data,
      stream: this.plan.stream,
      seq: message.seq,
      durable: this.plan.durable,
    };
    return {
      subject: message.subject,
      data,
      attempt: message.info.deliveryCount,
      ack: () => {
        message.ack();
      },
      nak: (delayMs) => {
        message.nak(delayMs);
      },
      working: () => {
        message.working();
      },
      storeDeadLetter: (failure) => this.deadLetters.add(origin, failure, new Date()),
    };
  }
}

interface ConsumerPlan {
  readonly stream: string;
  readonly durable: string;
  readonly filter: string;
  readonly ackWaitMs: number;
}

/** Creates a durable consumer, or updates one that an older version created. The delivery state is retained. */
async function ensureConsumer(
  jsm: JetStreamManager,
  { stream, durable, filter, ackWaitMs }: ConsumerPlan,
): Promise<void> {
  const changeable = {
    filter_subject: filter,
    ack_wait: ackWaitMs * 1_000_000,
    max_deliver: -1,
    max_ack_pending: 1_000,
  };
  await busCall(`consumer ${durable}`, async () => {
    try {
      await jsm.consumers.add(stream, {
        ...changeable,
        durable_name: durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      });
    } catch (error) {
      if (!isApiError(error, API_ERROR.consumerExists)) throw error;
      await jsm.consumers.update(stream, durable, changeable);
    }
  });
}
