import { type DirectBatchOptions, type JetStreamManager, type StoredMsg } from '@nats-io/jetstream';
import { messageOf } from '#libs/errors';

/**
 * Stored messages in one request. Callback form on purpose: the client's iterator form never gives its subscription
 * back.
 * @returns in stream order; empty when nothing matches
 */
export function readBatch(jsm: JetStreamManager, stream: string, query: DirectBatchOptions): Promise<StoredMsg[]> {
  return collect((callback) => jsm.direct.getBatch(stream, { ...query, callback }));
}

/** The server gives no more in one answer. */
const PAGE = 1000;

/**
 * The newest message of every subject that matches, however many. Page after page and not as `multi_last`, which the
 * server refuses above 1,024 subjects. What is written meanwhile is at the end of the stream, and so in a later page.
 * @param stream keeps one message a subject
 */
export async function readNewest(jsm: JetStreamManager, stream: string, subjects: string): Promise<StoredMsg[]> {
  const newest = new Map<string, StoredMsg>();
  for (let seq = 1; ;) {
    const page = await readBatch(jsm, stream, { seq, next_by_subj: subjects, batch: PAGE });
    for (const message of page) newest.set(message.subject, message);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return [...newest.values()];
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
