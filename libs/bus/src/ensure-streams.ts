import { type JetStreamManager, type StreamConfig } from '@nats-io/jetstream';
import { type BusLink } from './bus-link.js';
import { API, isApiError, outside } from './outside.js';
import { bucketPlan, streamPlan } from './stream-plan.js';

/**
 * Makes streams and buckets as planned, or brings older ones to the plan. May run in several processes at once.
 * @throws OutsideError `bus-unavailable` - NATS is away, or a stream of the name exists and cannot become what is
 *   planned
 */
export async function ensureStreams(link: BusLink): Promise<void> {
  const options = { replicas: link.replicas, canWriteLater: link.replicas === 1 && link.isServerFrom(2, 12) };
  for (const plan of [...streamPlan(options), ...bucketPlan(options)])
    await outside(`stream ${plan.name}`, () => ensureStream(link.jsm, plan));
}

async function ensureStream(
  jsm: JetStreamManager,
  plan: Partial<StreamConfig> & { readonly name: string },
): Promise<void> {
  try {
    await jsm.streams.add(plan);
  } catch (error) {
    if (!isApiError(error, API.nameInUse)) throw error;
    // How a stream writes is settled when it is made; an update that names another mode is refused.
    const { persist_mode: made } = (await jsm.streams.info(plan.name)).config;
    await jsm.streams.update(plan.name, { ...plan, persist_mode: made } as Partial<StreamConfig>);
  }
}
