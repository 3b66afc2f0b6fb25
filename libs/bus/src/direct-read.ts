import { type DirectBatchOptions, type JetStreamManager, type StoredMsg } from '@nats-io/jetstream';
import { messageOf } from '#libs/errors';

/**
 * Reads stored messages in one request. Uses the callback form because the client's iterator form never releases its
 * subscription.
 * @returns messages in stream order; empty if nothing matches
 */
export function readBatch(jsm: JetStreamManager, stream: string, query: DirectBatchOptions): Promise<StoredMsg[]> {
  return collect((callback) => jsm.direct.getBatch(stream, { ...query, callback }));
}

/** Maximum number of messages that the server returns in one answer. */
const PAGE_SIZE = 1000;

/**
 * Reads the newest message of every matching subject, without a limit. Reads page by page instead of with `multi_last`,
 * because the server refuses that above 1,024 subjects. Messages written during the read are appended to the stream and
 * so appear in a later page.
 * @param stream a stream that retains one message per subject
 */
export async function readNewest(jsm: JetStreamManager, stream: string, subjects: string): Promise<StoredMsg[]> {
  const newest = new Map<string, StoredMsg>();
  for (let seq = 1; ;) {
    const page = await readBatch(jsm, stream, { seq, next_by_subj: subjects, batch: PAGE_SIZE });
    for (const message of page) newest.set(message.subject, message);
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return [...newest.values()];
    seq = last.seq + 1;
  }
}

type Callback = NonNullable<DirectBatchOptions['callback']>;

function collect(fetchNext: (callback: Callback) => Promise<unknown>): Promise<StoredMsg[]> {
  return new Promise((resolve, reject) => {
    const found: StoredMsg[] = [];
    const callback = ((done: { err?: Error } | null, message: StoredMsg) => {
      if (done === null) found.push(message);
      else if (done.err === undefined || isEmpty(done.err)) resolve(found);
      else reject(done.err);
    }) as Callback;
    fetchNext(callback).catch(reject);
  });
}

const isEmpty = (error: Error): boolean =>
  ('code' in error && error.code === 404) || /no results|message not found/i.test(messageOf(error));
