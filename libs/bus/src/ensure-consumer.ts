import { AckPolicy, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream';
import { API, isApiError, outside } from './outside.js';

export interface ConsumerPlan {
  readonly stream: string;
  readonly durable: string;
  readonly filter: string;
  readonly ackWaitMs: number;
}

/**
 * Makes a durable consumer, or brings one that an older version made to the plan; what it has delivered and heard of
 * stays.
 */
export async function ensureConsumer(
  jsm: JetStreamManager,
  { stream, durable, filter, ackWaitMs }: ConsumerPlan,
): Promise<void> {
  const free = { filter_subject: filter, ack_wait: ackWaitMs * 1_000_000, max_deliver: -1, max_ack_pending: 1_000 };
  await outside(`consumer ${durable}`, async () => {
    try {
      await jsm.consumers.add(stream, {
        ...free,
        durable_name: durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      });
    } catch (error) {
      if (!isApiError(error, API.consumerExists)) throw error;
      await jsm.consumers.update(stream, durable, free);
    }
  });
}
