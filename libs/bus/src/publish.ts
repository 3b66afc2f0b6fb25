import { type Payload } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { type DurableDef, encodeMessage } from './message-codec.js';
import { API, isApiError, busCall } from './bus-call.js';

/**
 * What became of a message. `repeated`: this id was published before. `already-queued` (commands only): one of the same
 * name and key is queued or being worked on, so this one was not taken; `seq` is 0.
 */
export interface Published {
  readonly outcome: 'stored' | 'repeated' | 'already-queued';
  readonly seq: number;
}

/** How a kept message is distinguished from another. */
export interface PublishOptions {
  /**
   * Id of the outbox row, or a ULID made once per fact; never a business key, since a second try within the window is
   * swallowed.
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
 * @throws OutsideError `bus-unavailable` - it is not known whether they were kept
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
      if (isApiError(error, API.maxPerSubject)) return { outcome: 'already-queued', seq: 0 };
      throw error;
    }
  });
}
