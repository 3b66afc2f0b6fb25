import {
  DiscardPolicy,
  PersistMode,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { type BusLink } from './bus-link.js';
import { API, isApiError, busCall } from './bus-call.js';

const S = 1_000_000_000;
const DAY = 86_400 * S;

/**
 * Stream names. CMD: jobs of minutes to hours. EVT: facts, which are only hints. LOG: log lines, bounded by age and
 * size. DLQ: messages that failed for good. PROBE: one message, which shows whether JetStream can write.
 */
export const STREAMS = { commands: 'CMD', events: 'EVT', log: 'LOG', deadLetters: 'DLQ', probe: 'PROBE' } as const;
/** Where the health check writes; the stream keeps one message. */
export const PROBE_SUBJECT = 'probe';

/** A lease ends this long after its last renewal. */
export const LEASE_TTL_MS = 5_000;

/** What of the server decides how streams are made. */
export interface StreamOptions {
  readonly replicas: number;
  /** One replica and nats-server 2.12 or newer: a stream may answer before its message is on disk. */
  readonly canWriteLater: boolean;
}

/**
 * For log lines and leases only: a lease is worth 5 s, a lost log line nothing. With `sync_interval: always` 60
 * captures would cost 40 flushes of the disk a second (0.7 ms instead of 0.13 ms a message, measured on a virtual
 * disk).
 */
const writeLater = (can: boolean): Partial<StreamConfig> => (can ? { persist_mode: PersistMode.Async } : {});

type Plan = Partial<StreamConfig> & { readonly name: string };

const limits = (name: string, subject: string, rest: Partial<StreamConfig>): Plan => ({
  name,
  subjects: [subject],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  allow_direct: true,
  ...rest,
});

/**
 * The streams of the installation. CMD holds at most one message per `cmd.<name>.<entity>`: a second is refused while the
 * first is queued or being worked on. The duplicate window of 10 minutes covers a relay that publishes again after a
 * restart.
 */
function streamPlan({ replicas, canWriteLater }: StreamOptions): readonly Plan[] {
  const common = { num_replicas: replicas, duplicate_window: 600 * S };
  return [
    {
      name: STREAMS.commands,
      subjects: ['cmd.>'],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      discard_new_per_subject: true,
      max_msgs_per_subject: 1,
      allow_direct: true,
      ...common,
    },
    limits(STREAMS.events, 'evt.>', { max_age: 7 * DAY, ...common }),
    limits(STREAMS.log, 'log.>', {
      max_age: 14 * DAY,
      max_bytes: 1024 ** 3,
      num_replicas: replicas,
      ...writeLater(canWriteLater),
    }),
    limits(STREAMS.deadLetters, 'dlq.>', { max_age: 30 * DAY, ...common }),
    limits(STREAMS.probe, PROBE_SUBJECT, { max_msgs: 1, num_replicas: replicas }),
  ];
}

/**
 * Markers make an expiry audible: without `subject_delete_marker_ttl` nobody learns that a lease ran out. Deleted
 * assignments leave a marker that goes away by itself, so that the bucket does not grow with every recording ever made.
 */
function bucketPlan({ replicas, canWriteLater }: StreamOptions): readonly Plan[] {
  const bucket = (name: string, rest: Partial<StreamConfig>): Plan => ({
    name: `KV_${name}`,
    subjects: [`$KV.${name}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_msgs_per_subject: 1,
    allow_rollup_hdrs: true,
    deny_delete: true,
    allow_direct: true,
    allow_msg_ttl: true,
    num_replicas: replicas,
    ...rest,
  });
  return [
    bucket('assign', { subject_delete_marker_ttl: 3_600 * S }),
    bucket('house', {}),
    bucket('lease', {
      max_age: LEASE_TTL_MS * 1_000_000,
      subject_delete_marker_ttl: 60 * S,
      duplicate_window: LEASE_TTL_MS * 1_000_000,
      ...writeLater(canWriteLater),
    }),
  ];
}

/**
 * Makes streams and buckets as planned, or brings older ones to the plan. May run in several processes at once.
 * @throws OutsideError `bus-unavailable` - NATS is away, or a stream of the name exists and cannot become what is
 *   planned
 */
export async function ensureStreams(link: BusLink): Promise<void> {
  const options = { replicas: link.replicas, canWriteLater: link.replicas === 1 && link.isServerFrom(2, 12) };
  for (const plan of [...streamPlan(options), ...bucketPlan(options)])
    await busCall(`stream ${plan.name}`, () => ensureStream(link.jsm, plan));
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
