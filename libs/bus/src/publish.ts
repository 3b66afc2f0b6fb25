import { type Payload } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { type DurableDef, encodeMessage } from './message-codec.js';
import { API_ERROR, isApiError, busCall } from './bus-call.js';

/**
 * Result of publishing. `repeated`: this id was published before. `already-queued` (commands only): a command with the
 * same name and key is queued or in progress, so this one was not stored; `seq` is 0.
 */
export interface Published {
  readonly outcome: 'stored' | 'repeated' | 'already-queued';
  readonly seq: number;
}

/** Identifies a stored message. */
export interface PublishOptions {
  /**
   * Id of the outbox row, or a ULID generated once per event. Never a business key: NATS drops a second message with
   * the same id within its deduplication window.
   */
  readonly msgId: string;
}

/**
 * Writes an event or command to its stream.
 * @throws as {@link publishBytes}; BugError `wrong-payload`, `payload-too-large`
 */
export async function publishDurable<D extends DurableDef>(
  link: BusLink,
  def: D,
  { payload, msgId }: { readonly payload: Payload<D> } & PublishOptions,
): Promise<Published> {
  const { subject, data } = encodeMessage(def, payload);
  return publishBytes(link, { subject, data, msgId });
}

/**
 * Writes bytes to the stream of a subject.
 * @throws OutsideError `bus-unavailable` - unknown whether they were stored
 */
export async function publishBytes(
  { js }: BusLink,
  { subject, data, msgId }: { readonly subject: string; readonly data: Uint8Array } & PublishOptions,
): Promise<Published> {
  return busCall(`publish ${subject}`, async () => {
    try {
      const ack = await js.publish(subject, data, { msgID: msgId });
      return { outcome: ack.duplicate ? 'repeated' : 'stored', seq: ack.seq };
    } catch (error) {
      if (isApiError(error, API_ERROR.maxPerSubject)) return { outcome: 'already-queued', seq: 0 };
      throw error;
    }
  });
}
