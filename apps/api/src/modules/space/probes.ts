import { Bus } from '#libs/bus';
import { COMMANDS, type EVENTS, type MediaSource, type Payload } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { ulid } from 'ulid';
import { Outbox } from '../../persistence/repositories/outbox.repository.js';
import { type Tx } from '../../persistence/database/tx.js';
import { forEachCollectingErrors } from '../../platform/for-each-collecting-errors.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { Settings } from '../../settings/settings.service.js';

const EVERY_MS = 5 * 60_000;
/** Longer than an answer is on its way. A command that waits longer than this for a converter is not sent twice. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;

type Done = Payload<typeof EVENTS.probeDone>;
type Failed = Payload<typeof EVENTS.probeFailed>;

/** What an owner of media does with the answer; both may come twice, and of an attempt that was replaced. */
interface Taker {
  done(answer: Done): Promise<void>;
  failed(answer: Failed): Promise<void>;
  /** Questions that are still open, of attempts before that one; not given by an owner that asks anew by itself. */
  open?(before: string): Promise<readonly OpenQuestion[]>;
}
/** @property thumb key of the picture for a name made of the attempt and the format; absent: no picture */
export interface Question {
  readonly owner: string;
  readonly id: string;
  readonly source: MediaSource;
  readonly thumb?: (name: string) => string;
}
/** @property attempt a ULID, so the order of attempts is that of their time */
interface OpenQuestion extends Question {
  readonly attempt: string;
}

/**
 * Checks finished media files that were not made here: a converter measures them and makes their picture. The rows of
 * the files say what is open, so there is no job for each of them (docs/adr/0013-mechanisms-and-layers.md).
 */
@Injectable()
export class Probes {
  private readonly log = new Logger('probe');
  private readonly takers = new Map<string, Taker>();

  constructor(
    scheduler: Scheduler,
    private readonly bus: Bus,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
  ) {
    scheduler.every('file-probes', EVERY_MS, (signal) => this.sendAgain(signal));
  }

  /** Owners call it in their constructor. */
  register(owner: string, taker: Taker): void {
    if (this.takers.has(owner)) throw new BugError('probe-owner-twice', `Two services take the answers for ${owner}.`);
    this.takers.set(owner, taker);
  }

  /** Asks in the transaction that notes the attempt. @returns the attempt, which the answer names */
  async requestProbe(question: Question, tx: Tx): Promise<string> {
    const attempt = ulid();
    await this.outbox.command(COMMANDS.probe, this.commandOf({ ...question, attempt }), tx);
    return attempt;
  }

  async done(answer: Done): Promise<void> {
    await this.takers.get(answer.owner)?.done(answer);
  }

  async failed(answer: Failed): Promise<void> {
    await this.takers.get(answer.owner)?.failed(answer);
  }

  /**
   * Sends commands again whose answer is long overdue. NATS refuses one that is still queued or worked on, so only lost
   * ones count. One that is a dead letter waits for the operator.
   */
  async sendAgain(signal?: AbortSignal): Promise<void> {
    const before = ulid(Date.now() - REQUEST_TIMEOUT_MS);
    const overdue: OpenQuestion[] = [];
    for (const taker of this.takers.values()) overdue.push(...((await taker.open?.(before)) ?? []));
    if (overdue.length === 0) return;
    const buried = new Set((await this.bus.deadLetters.list()).map(({ payload }) => attemptOf(payload)));
    let lost = 0;
    const send = async (question: OpenQuestion): Promise<void> => {
      const { outcome } = await this.bus.publish(COMMANDS.probe, this.commandOf(question), { msgId: ulid() });
      if (outcome === 'stored') lost += 1;
    };
    await forEachCollectingErrors(
      overdue.filter(({ attempt }) => !buried.has(attempt)),
      send,
      { signal },
    ).finally(() => {
      if (lost > 0)
        this.log.warn(`${lost} files not measured after ${REQUEST_TIMEOUT_MS / 60_000} min; requested again`);
    });
  }

  private commandOf({ owner, id, attempt, source, thumb }: OpenQuestion): Payload<typeof COMMANDS.probe> {
    const format = this.settings.get('thumbnail_format');
    return { owner, id, attempt, source, thumb: thumb ? { key: thumb(`${attempt}.${format}`), format } : null };
  }
}

const attemptOf = (payload: unknown): unknown => (payload as { readonly attempt?: unknown } | null)?.attempt;
