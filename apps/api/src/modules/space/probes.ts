import { COMMANDS, type EVENTS, type MediaSource, type Payload } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { Outbox } from '../../persistence/repositories/outbox.repository.js';
import { type Tx } from '../../persistence/database/tx.js';
import { Settings } from '../../settings/settings.service.js';

type Done = Payload<typeof EVENTS.probeDone>;
type Failed = Payload<typeof EVENTS.probeFailed>;

/** What an owner of media does with the answer; both may come twice, and of an attempt that was replaced. */
interface Taker {
  done(answer: Done): Promise<void>;
  failed(answer: Failed): Promise<void>;
}
/** @property thumb key of the picture for a name made of the attempt and the format; absent: no picture */
interface Question {
  readonly owner: string;
  readonly id: string;
  readonly source: MediaSource;
  readonly thumb?: (name: string) => string;
}

/** Looks at finished media files that were not made here: a converter measures them and makes their picture. */
@Injectable()
export class Probes {
  private readonly takers = new Map<string, Taker>();

  constructor(
    private readonly outbox: Outbox,
    private readonly settings: Settings,
  ) {}

  /** Owners call it in their constructor. */
  register(owner: string, taker: Taker): void {
    if (this.takers.has(owner)) throw new BugError('probe-owner-twice', `Two services take the answers for ${owner}.`);
    this.takers.set(owner, taker);
  }

  /** Asks in the transaction that notes the attempt. @returns the attempt, which the answer names */
  async ask({ owner, id, source, thumb }: Question, tx: Tx): Promise<string> {
    const attempt = ulid();
    const format = this.settings.get('thumbnail_format');
    await this.outbox.command(
      COMMANDS.probe,
      { owner, id, attempt, source, thumb: thumb ? { key: thumb(`${attempt}.${format}`), format } : null },
      tx,
    );
    return attempt;
  }

  async done(answer: Done): Promise<void> {
    await this.takers.get(answer.owner)?.done(answer);
  }

  async failed(answer: Failed): Promise<void> {
    await this.takers.get(answer.owner)?.failed(answer);
  }
}
