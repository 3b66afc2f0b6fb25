import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { OutsideError, untranslated } from '#libs/errors';
import { until } from '../../common/until.js';
import type { InstallationEnvironment } from './test-environment.js';

const STREAM = 'EVT';
/** A subject of the stream that no event uses. */
const UNUSED_SUBJECT = 'evt.dropped-by-chaos';
/**
 * Time for the acknowledgement of events delivered before. Some are delivered again, perhaps several times, because the
 * api was killed or its storage was unavailable in an earlier scenario.
 */
const ACKNOWLEDGED_LIMIT_MS = 120_000;

/** Evidence of the fault. */
export interface DroppedEvents {
  /** Events since the start of the fault. */
  count(): Promise<{ readonly dropped: number; readonly delivered: number }>;
}

/**
 * Points the consumers of the event stream to a subject that no event uses: publishers continue and get
 * acknowledgements, but no consumer receives an event. Waits until events delivered before are acknowledged. Only an
 * api that starts points its consumers back.
 * @throws OutsideError `no-consumer`: when the stream has no consumer
 */
export async function dropEvents({
  installation: { env },
  signal,
  cleaning,
}: Pick<InstallationEnvironment, 'installation' | 'signal' | 'cleaning'>): Promise<DroppedEvents> {
  const nc = await connect({
    servers: env['VODKEEP_NATS_URL'] ?? '',
    token: env['VODKEEP_NATS_TOKEN'] ?? '',
    name: 'chaos',
  });
  cleaning.defer(() => nc.close());
  const jsm = await jetstreamManager(nc);
  const consumers = await jsm.consumers.list(STREAM).next();
  if (consumers.length === 0) throw new OutsideError(untranslated('no-consumer', `stream ${STREAM} has no consumer`));
  for (const { name } of consumers) await jsm.consumers.update(STREAM, name, { filter_subject: UNUSED_SUBJECT });
  await until(
    'events that were delivered before are acknowledged',
    { signal, limitMs: ACKNOWLEDGED_LIMIT_MS },
    async () => (await jsm.consumers.list(STREAM).next()).every((consumer) => consumer.num_ack_pending === 0),
  );
  const firstSeq = (await jsm.streams.info(STREAM)).state.last_seq;
  const delivered = async (): Promise<number> =>
    (await jsm.consumers.list(STREAM).next()).reduce((sum, consumer) => sum + consumer.delivered.consumer_seq, 0);
  const before = await delivered();
  return {
    count: async () => ({
      dropped: (await jsm.streams.info(STREAM)).state.last_seq - firstSeq,
      delivered: (await delivered()) - before,
    }),
  };
}
