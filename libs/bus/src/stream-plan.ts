import {
  DiscardPolicy,
  PersistMode,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type BusLink } from './bus-link.js';
import { API_ERROR, isApiError, busCall } from './bus-call.js';
import { LEASE_TTL_MS } from './leases.js';

/** JetStream takes all durations in nanoseconds. */
const SECOND_NS = 1_000_000_000;
const DAY_NS = 86_400 * SECOND_NS;

/**
 * Stream names. CMD: jobs that take minutes to hours. EVT: facts, which are only hints. LOG: log lines, limited by age
 * and size. DLQ: messages that failed permanently. PROBE: one message that shows whether JetStream can write.
 */
export const STREAMS = { commands: 'CMD', events: 'EVT', log: 'LOG', deadLetters: 'DLQ', probe: 'PROBE' } as const;
/** Subject of the health check. Its stream retains one message. */
export const PROBE_SUBJECT = 'probe';

/** Server properties that decide how streams are created. */
interface StreamOptions {
  readonly replicas: number;
  /** One replica and nats-server 2.12 or newer: a stream may acknowledge a message before it is on disk. */
  readonly canPersistAsync: boolean;
}

/**
 * Asynchronous persistence, for log lines and leases only: a lease is valid for 5 s, and a lost log line does no harm.
 * With `sync_interval: always`, 60 captures would cost 40 disk flushes a second (0.7 ms instead of 0.13 ms per message,
 * measured on a virtual disk).
 */
const asyncPersistence = (can: boolean): Partial<StreamConfig> => (can ? { persist_mode: PersistMode.Async } : {});

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
 * The streams of the installation. CMD holds at most one message per `cmd.<name>.<entity>`: a second one is refused
 * while the first is queued or running. The duplicate window of 10 minutes covers an outbox publisher that publishes again
 * after a restart.
 */
function streamPlan({ replicas, canPersistAsync }: StreamOptions): readonly Plan[] {
  const common = { num_replicas: replicas, duplicate_window: 600 * SECOND_NS };
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
    limits(STREAMS.events, 'evt.>', { max_age: 7 * DAY_NS, ...common }),
    limits(STREAMS.log, 'log.>', {
      max_age: 14 * DAY_NS,
      max_bytes: 1024 ** 3,
      num_replicas: replicas,
      ...asyncPersistence(canPersistAsync),
    }),
    limits(STREAMS.deadLetters, 'dlq.>', { max_age: 30 * DAY_NS, ...common }),
    limits(STREAMS.probe, PROBE_SUBJECT, { max_msgs: 1, num_replicas: replicas }),
  ];
}

/**
 * The buckets of the installation. `subject_delete_marker_ttl` makes the server send a marker when a key expires;
 * without it no watcher learns that a lease expired. The markers of deleted assignments expire too, so the bucket does
 * not grow with every recording.
 */
function bucketPlan({ replicas, canPersistAsync }: StreamOptions): readonly Plan[] {
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
    bucket('assign', { subject_delete_marker_ttl: 3_600 * SECOND_NS }),
    bucket('house', {}),
    bucket('lease', {
      max_age: LEASE_TTL_MS * 1_000_000,
      subject_delete_marker_ttl: 60 * SECOND_NS,
      duplicate_window: LEASE_TTL_MS * 1_000_000,
      ...asyncPersistence(canPersistAsync),
    }),
  ];
}

/**
 * Creates streams and buckets as planned, or updates existing ones to the plan. Several processes may run it at once.
 * @throws OutsideError `bus-unavailable` - NATS is unavailable, or an existing stream of this name cannot be changed to
 *   the plan; UserError `nats-without-room` - the disk of nats-server, or its limit, is too small for the streams
 */
export async function ensureStreams(link: BusLink): Promise<void> {
  const options = { replicas: link.replicas, canPersistAsync: link.replicas === 1 && link.isServerFrom(2, 12) };
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
    if (isApiError(error, API_ERROR.noStorageLeft))
      throw new UserError(message('error.nats-without-room'), { cause: error });
    if (!isApiError(error, API_ERROR.nameInUse)) throw error;
    // The persist mode is fixed at creation; the server refuses an update with another mode.
    const { persist_mode: existingMode } = (await jsm.streams.info(plan.name)).config;
    await jsm.streams.update(plan.name, { ...plan, persist_mode: existingMode } as Partial<StreamConfig>);
  }
}
