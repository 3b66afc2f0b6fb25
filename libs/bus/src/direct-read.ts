import { type DirectBatchOptions, type DirectLastFor, type JetStreamManager, type StoredMsg } from '@nats-io/jetstream';
import { messageOf } from '#libs/errors';

/**
 * Stored messages in one request. Callback form on purpose: the client's iterator form never gives its subscription
 * back.
 * @returns in stream order; empty when nothing matches
 */
export function readBatch(jsm: JetStreamManager, stream: string, query: DirectBatchOptions): Promise<StoredMsg[]> {
  return collect((callback) => jsm.direct.getBatch(stream, { ...query, callback }));
}

/** The newest message of every subject that matches; at most 1,024 subjects (a limit of the server). */
export function readNewest(jsm: JetStreamManager, stream: string, subjects: string): Promise<StoredMsg[]> {
  const query: Omit<DirectLastFor, 'callback'> = { multi_last: [subjects], batch: 1024 };
  return collect((callback) => jsm.direct.getLastMessagesFor(stream, { ...query, callback }));
}

type Callback = NonNullable<DirectBatchOptions['callback']>;

function collect(ask: (callback: Callback) => Promise<unknown>): Promise<StoredMsg[]> {
  return new Promise((resolve, reject) => {
    const found: StoredMsg[] = [];
    const callback = ((done: { err?: Error } | null, message: StoredMsg) => {
      if (done === null) found.push(message);
      else if (done.err === undefined || isEmpty(done.err)) resolve(found);
      else reject(done.err);
    }) as Callback;
    ask(callback).catch(reject);
  });
}

const isEmpty = (error: Error): boolean =>
  ('code' in error && error.code === 404) || /no results|message not found/i.test(messageOf(error));
