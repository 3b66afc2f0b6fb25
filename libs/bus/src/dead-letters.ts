import { type StoredMsg } from '@nats-io/jetstream';
import { DeadLetter, Message, type View } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type BusLink } from './bus-link.js';
import { type Failure } from './deliver.js';
import { readBatch } from './direct-read.js';
import { decodeJson } from './message-codec.js';
import { API, isApiError, busCall } from './bus-call.js';
import { publishBytes } from './publish.js';
import { STREAMS } from './stream-plan.js';

/**
 * Where a buried message came from; `seq` is its place in that stream and makes the copy's id, so that burying twice
 * keeps one.
 */
export interface Origin {
  readonly subject: string;
  readonly payload: unknown;
  readonly stream: string;
  readonly seq: number;
  readonly durable: string;
}

const Stored = DeadLetter.omit({ id: true }).extend({ error: Message });

/** A letter as it is stored: its error is a message still. */
export type StoredLetter = View<typeof DeadLetter>;

/** Messages that were given up on: kept 30 days in stream DLQ, shown on the dashboard with "try again". */
export class DeadLetters {
  constructor(private readonly link: BusLink) {}

  async bury({ subject, payload, stream, seq, durable }: Origin, failure: Failure, failedAt: Date): Promise<void> {
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

  /** Oldest first. @param limit most letters in one answer, up to 1,000 */
  async list(limit = 1_000): Promise<StoredLetter[]> {
    const messages = await busCall('list dead letters', () =>
      readBatch(this.link.jsm, STREAMS.deadLetters, { seq: 1, next_by_subj: 'dlq.>', batch: limit }),
    );
    return messages.map((m) => this.#decode(m)).filter((letter) => letter !== null);
  }

  /**
   * Puts the message back where it came from and forgets the letter.
   * @throws UserError `dead-letter-gone` (404), `already-queued` (409) - the same work is queued already; the letter
   *   stays
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

  /** Forgets the letter. @throws UserError `dead-letter-gone` (404) */
  async drop(id: string): Promise<void> {
    await this.#get(id);
    await this.#delete(id);
  }

  /** Calls back soon after a letter was added, on every process that listens; a hint, `list` is the truth. */
  onAdded(tell: () => void): () => void {
    const subscription = this.link.nc.subscribe('dlq.>', {
      callback: () => {
        tell();
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
      if (isApiError(error, API.noMessage)) return null;
      throw error;
    }
  }

  async #delete(id: string): Promise<void> {
    await busCall('forget dead letter', () => this.link.jsm.streams.deleteMessage(STREAMS.deadLetters, Number(id)));
  }

  #decode(message: StoredMsg): StoredLetter | null {
    const parsed = Stored.safeParse(decodeJson(message.data));
    if (parsed.success) return { ...parsed.data, id: String(message.seq) };
    this.link.problem('a dead letter cannot be read', parsed.error);
    return null;
  }
}
