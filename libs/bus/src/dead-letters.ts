import { type StoredMsg } from '@nats-io/jetstream';
import { DeadLetter, Message, type View } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type BusLink } from './bus-link.js';
import { type Failure } from './handle-delivery.js';
import { readBatch } from './direct-read.js';
import { decodeJson } from './message-codec.js';
import { API_ERROR, isApiError, busCall } from './bus-call.js';
import { publishBytes } from './publish.js';
import { STREAMS } from './stream-plan.js';

/**
 * Origin of a dead letter. `seq` is the sequence number in that stream. It is part of the message id, so adding a
 * message twice stores one letter.
 */
export interface Origin {
  readonly subject: string;
  readonly payload: unknown;
  readonly stream: string;
  readonly seq: number;
  readonly durable: string;
}

const Stored = DeadLetter.omit({ id: true }).extend({ error: Message });

/** A dead letter as stored: its error is a localizable message, not yet a text. */
export type StoredLetter = View<typeof DeadLetter>;

/** Messages that failed permanently. Stream DLQ retains them for 30 days; the dashboard shows them with "try again". */
export class DeadLetters {
  constructor(private readonly link: BusLink) {}

  /** Stores a message that failed permanently. @throws OutsideError `bus-unavailable` */
  async add({ subject, payload, stream, seq, durable }: Origin, failure: Failure, failedAt: Date): Promise<void> {
    const letter = {
      subject,
      name: subject.split('.')[1] ?? '',
      error: failure.message,
      code: failure.code,
      attempts: failure.attempts,
      failed_at: failedAt.toISOString(),
      payload: payload ?? null,
    };
    await publishBytes(this.link, {
      subject: `dlq.${subject}`,
      data: Buffer.from(JSON.stringify({ ...letter, fault: failure.fault, stack: failure.stack })),
      msgId: `${durable}-${stream}-${seq}`,
    });
  }

  /** Lists dead letters, oldest first. @param limit maximum number of letters, up to 1,000 */
  async list(limit = 1_000): Promise<StoredLetter[]> {
    const messages = await busCall('list dead letters', () =>
      readBatch(this.link.jsm, STREAMS.deadLetters, { seq: 1, next_by_subj: 'dlq.>', batch: limit }),
    );
    return messages.map((m) => this.#decode(m)).filter((letter) => letter !== null);
  }

  /**
   * Publishes the message to its original subject again and deletes the letter.
   * @throws UserError `dead-letter-gone` (404), `already-queued` (409) - the same work is queued already; the letter is
   *   retained
   */
  async retry(id: string): Promise<void> {
    const letter = await this.#get(id);
    const { outcome } = await publishBytes(this.link, {
      subject: letter.subject,
      data: Buffer.from(JSON.stringify(letter.payload)),
      msgId: `retry-${id}`,
    });
    if (outcome === 'already-queued') throw new UserError(message('error.already-queued'), { status: 409 });
    await this.#delete(id);
  }

  /** Deletes the letter. @throws UserError `dead-letter-gone` (404) */
  async drop(id: string): Promise<void> {
    await this.#get(id);
    await this.#delete(id);
  }

  /**
   * Calls back when a letter is added, in every process that subscribes. This is only a hint: read the state with
   * `list`.
   */
  onAdded(listener: () => void): () => void {
    const subscription = this.link.nc.subscribe('dlq.>', {
      callback: () => {
        listener();
      },
    });
    return () => {
      subscription.unsubscribe();
    };
  }

  async #get(id: string): Promise<StoredLetter> {
    const found = /^\d+$/.test(id) ? await busCall('read dead letter', () => this.#read(Number(id))) : null;
    const letter = found ? this.#decode(found) : null;
    if (!letter) throw new UserError(message('error.dead-letter-gone'), { status: 404 });
    return letter;
  }

  async #read(seq: number): Promise<StoredMsg | null> {
    try {
      return await this.link.jsm.streams.getMessage(STREAMS.deadLetters, { seq });
    } catch (error) {
      if (isApiError(error, API_ERROR.noMessage)) return null;
      throw error;
    }
  }

  async #delete(id: string): Promise<void> {
    await busCall('delete dead letter', () => this.link.jsm.streams.deleteMessage(STREAMS.deadLetters, Number(id)));
  }

  #decode(message: StoredMsg): StoredLetter | null {
    const parsed = Stored.safeParse(decodeJson(message.data));
    if (parsed.success) return { ...parsed.data, id: String(message.seq) };
    this.link.problem('a dead letter cannot be read', parsed.error);
    return null;
  }
}
