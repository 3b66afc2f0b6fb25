import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { subjectOf, type MessageDef } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { type Bus } from './bus.js';
import { type Consumption, type ConsumptionPlan } from './consumption.js';
import { type DeliveryEnd, type Work } from './handle-delivery.js';
import { ConsumptionSwitch } from './consumption-switch.js';
import { MessageContext } from './message-handler.decorator.js';
import { type CommandDef, type EventDef } from './message-codec.js';
import { COMMAND_POLICY, EVENT_POLICY, type RetryPolicy } from './retry-policy.js';
import { STREAMS } from './stream-plan.js';

/** A command that a service handles; see {@link ConsumedMessages.commands}. */
export interface ClaimedCommand {
  readonly def: CommandDef;
  readonly concurrency: number;
  readonly policy?: RetryPolicy;
  readonly hungMs?: number;
}

/** Commands and events that a service consumes. */
export interface ConsumedMessages {
  /**
   * Commands that this service handles, with the concurrency of each in this process. `policy` overrides the policy of
   * all commands; `hungMs` overrides {@link HUNG_MS}.
   */
  readonly commands?: readonly ClaimedCommand[];
  /** Events that a group of processes consumes together. `consumptionSwitch` is on in one process of the group at a time. */
  readonly events?: {
    readonly group: string;
    readonly defs: readonly EventDef[];
    readonly consumptionSwitch?: ConsumptionSwitch;
  };
  /** Default: {@link COMMAND_POLICY} and {@link EVENT_POLICY}. */
  readonly policies?: { readonly commands?: RetryPolicy; readonly events?: RetryPolicy };
  /** Default: {@link ACK_WAIT_MS}. Tests set a small value. */
  readonly ackWaitMs?: number;
  readonly onEnd?: (end: DeliveryEnd, subject: string, attempt: number) => void;
}

/**
 * Nest transport over JetStream. Nest's own NATS transport has no persistence. Handlers remain Nest handlers with pipes
 * and filters; the result of the handler decides how the message is acknowledged (`handleDelivery`).
 */
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  readonly #running: Consumption[] = [];

  constructor(
    private readonly bus: Bus,
    private readonly claims: ConsumedMessages,
  ) {
    super();
  }

  /** Fails the start of the service if a claimed command or event has no handler, or a handler is not claimed. */
  listen(callback: (error?: unknown) => void): void {
    this.#start().then(() => {
      callback();
    }, callback);
  }

  /** Stops consuming, aborts the signal of running handlers and waits for them. */
  async close(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((consumption) => consumption.close()));
  }

  on(): void {
    throw new BugError('not-supported', 'listen to Bus.onStatus instead');
  }
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the signature is Nest's
  unwrap<T>(): T {
    return this.bus as T;
  }

  async #start(): Promise<void> {
    this.#checkHandlers();
    for (const plan of this.#plans()) this.#running.push(await this.bus.consume(plan));
  }

  #checkHandlers(): void {
    const claimed = [...(this.claims.commands ?? []).map((c) => c.def), ...(this.claims.events?.defs ?? [])].map(
      (def) => subjectOf(def, '*'),
    );
    const present = [...this.messageHandlers.keys()];
    const missing = claimed.filter((subject) => !present.includes(subject));
    if (missing.length > 0) throw new BugError('no-handler', `no handler for ${missing.join(', ')}`);
    const unclaimed = present.filter((subject) => !claimed.includes(subject));
    if (unclaimed.length > 0)
      throw new BugError('not-claimed', `handlers for ${unclaimed.join(', ')}, which this service does not claim`);
    const duplicated = (this.claims.commands ?? []).filter(
      ({ def }) => this.messageHandlers.get(subjectOf(def, '*'))?.next !== undefined,
    );
    if (duplicated.length > 0)
      throw new BugError(
        'two-handlers',
        `more than one handler for ${duplicated.map(({ def }) => def.name).join(', ')}`,
      );
  }

  #plans(): ConsumptionPlan[] {
    const { commands = [], events, policies, ackWaitMs } = this.claims;
    const shared = {
      handle: this.#handle.bind(this),
      ...(ackWaitMs === undefined ? {} : { ackWaitMs }),
      ...(this.claims.onEnd ? { onEnd: this.claims.onEnd } : {}),
    };
    const plans: ConsumptionPlan[] = commands.map(({ def, concurrency, policy, hungMs }) => ({
      ...shared,
      stream: STREAMS.commands,
      durable: `cmd-${def.name}`,
      filter: subjectOf(def, '*'),
      concurrency,
      consumptionSwitch: new ConsumptionSwitch(),
      defOf: () => def,
      policy: policy ?? policies?.commands ?? COMMAND_POLICY,
      ...(hungMs === undefined ? {} : { hungMs }),
    }));
    if (events) {
      const byName = new Map<string, MessageDef>(events.defs.map((def) => [def.name, def]));
      plans.push({
        ...shared,
        stream: STREAMS.events,
        durable: `evt-${events.group}`,
        filter: 'evt.>',
        concurrency: 1,
        consumptionSwitch: events.consumptionSwitch ?? new ConsumptionSwitch(),
        policy: policies?.events ?? EVENT_POLICY,
        defOf: (subject) => byName.get(subject.split('.')[1] ?? '') ?? null,
      });
    }
    return plans;
  }

  async #handle(def: MessageDef, payload: unknown, work: Work & { readonly subject: string }): Promise<void> {
    const handler = this.messageHandlers.get(subjectOf(def, '*'));
    if (!handler) throw new BugError('no-handler', `no handler for ${def.name}`);
    const returned: unknown = await handler(payload, new MessageContext([work]));
    await lastValueFrom(this.transformToObservable(returned), { defaultValue: undefined });
  }
}
