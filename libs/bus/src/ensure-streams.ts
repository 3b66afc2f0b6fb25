import { type StreamConfig } from '@nats-io/jetstream';
import { type BusLink } from './bus-link.js';
import { API, isApiError, outside } from './outside.js';
import { bucketPlan, streamPlan } from './stream-plan.js';

/**
 * Makes streams and buckets as planned, or brings older ones to the plan. May run in several processes at once.
 * @throws OutsideError `bus-unavailable` - NATS is away, or a stream of the name exists and cannot become what is planned
 */
export async function ensureStreams({ jsm, replicas }: BusLink): Promise<void> {
  for (const plan of [...streamPlan(replicas), ...bucketPlan(replicas)]) {
    await outside(`stream ${plan.name}`, async () => {
      try {
        await jsm.streams.add(plan);
      } catch (error) {
        if (!isApiError(error, API.nameInUse)) throw error;
        await jsm.streams.update(plan.name, plan as Partial<StreamConfig>);
      }
    });
  }
}
