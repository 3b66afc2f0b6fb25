import { JetStreamApiError } from '@nats-io/jetstream';
import { causeOf, isAppError, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';

/** Error numbers of the JetStream API. Source: github.com/nats-io/nats-server/blob/main/server/errors.json */
export const API_ERROR = {
  maxPerSubject: 10_077,
  nameInUse: 10_058,
  consumerExists: 10_148,
  wrongLastSequence: 10_071,
  wrongLastSequenceUnknown: 10_164,
  noMessage: 10_037,
  noStorageLeft: 10_047,
} as const;

/** Whether JetStream refused the request with one of these error numbers ({@link API_ERROR}). */
export const isApiError = (thrown: unknown, ...codes: readonly number[]): boolean =>
  thrown instanceof JetStreamApiError && codes.includes(thrown.code);

/**
 * Converts errors of the NATS client into application errors.
 * @param operation for the log; not part of the message that readers get
 * @throws OutsideError `bus-unavailable` - NATS did not answer or refused; the same call may succeed later
 */
export async function busCall<T>(operation: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isAppError(error)) throw error;
    throw new OutsideError(message('error.bus-unavailable', { why: causeOf(error) }), {
      cause: error,
      detail: operation,
    });
  }
}
