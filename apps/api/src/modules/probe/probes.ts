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

const CHECK_INTERVAL_MS = 5 * 60_000;
/** Longer than a normal answer takes. A command that waits longer than this for a converter is not sent twice. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;

type Done = Payload<typeof EVENTS.probeDone>;
type Failed = Payload<typeof EVENTS.probeFailed>;

/** Receives the answers for its media files. An answer may arrive twice, or belong to a replaced attempt. */
interface ProbeOwner {
  done(answer: Done): Promise<void>;
  failed(answer: Failed): Promise<void>;
  /** Probes without an answer whose attempt is before the given one. Absent: the owner repeats its requests itself. */
  open?(before: string): Promise<readonly OpenProbe[]>;
}
/** @property thumb returns the key of the thumbnail for a name made of attempt and format; absent: no thumbnail */
export interface ProbeRequest {
  readonly owner: string;
  readonly id: string;
  readonly source: MediaSource;
  readonly thumb?: (name: string) => string;
}
/** @property attempt a ULID, so attempts sort by time */
interface OpenProbe extends ProbeRequest {
  readonly attempt: string;
}

/**
 * Probes finished media files that Vodkeep did not make: a converter measures them and makes their thumbnail. The rows
 * of the files contain the open probes, so there is no job per file (docs/adr/0013-mechanisms-and-layers.md).
 */
@Injectable()
export class Probes {
  private readonly log = new Logger('probe');
  private readonly owners = new Map<string, ProbeOwner>();

  constructor(
    scheduler: Scheduler,
    private readonly bus: Bus,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
  ) {
    scheduler.every('file-probes', CHECK_INTERVAL_MS, (signal) => this.sendAgain(signal));
  }

  /** Owners call this in their constructor. */
  register(name: string, owner: ProbeOwner): void {
    if (this.owners.has(name)) throw new BugError('probe-owner-twice', `Two services receive the probes of ${name}.`);
    this.owners.set(name, owner);
  }

  /** Requests a probe in the transaction that saves the attempt. @returns the attempt, which the answer contains */
  async requestProbe(request: ProbeRequest, tx: Tx): Promise<string> {
    const attempt = ulid();
    await this.outbox.command(COMMANDS.probe, this.commandOf({ ...request, attempt }), tx);
    return attempt;
  }

  async done(answer: Done): Promise<void> {
    await this.owners.get(answer.owner)?.done(answer);
  }

  async failed(answer: Failed): Promise<void> {
    await this.owners.get(answer.owner)?.failed(answer);
  }

  /**
   * Repeats commands whose answer is overdue. NATS rejects a command that is still queued or in progress, so only lost
   * ones are sent again. A dead letter waits for the operator.
   */
  async sendAgain(signal?: AbortSignal): Promise<void> {
    const before = ulid(Date.now() - REQUEST_TIMEOUT_MS);
    const overdue: OpenProbe[] = [];
    for (const owner of this.owners.values()) overdue.push(...((await owner.open?.(before)) ?? []));
    if (overdue.length === 0) return;
    const deadLettered = new Set((await this.bus.deadLetters.list()).map(({ payload }) => attemptOf(payload)));
    let lost = 0;
    const send = async (probe: OpenProbe): Promise<void> => {
      const { outcome } = await this.bus.publish(COMMANDS.probe, this.commandOf(probe), { msgId: ulid() });
      if (outcome === 'stored') lost += 1;
    };
    await forEachCollectingErrors(
      overdue.filter(({ attempt }) => !deadLettered.has(attempt)),
      send,
      { signal },
    ).finally(() => {
      if (lost > 0)
        this.log.warn(`${lost} files not measured after ${REQUEST_TIMEOUT_MS / 60_000} min; requested again`);
    });
  }

  private commandOf({ owner, id, attempt, source, thumb }: OpenProbe): Payload<typeof COMMANDS.probe> {
    const format = this.settings.get('thumbnail_format');
    return { owner, id, attempt, source, thumb: thumb ? { key: thumb(`${attempt}.${format}`), format } : null };
  }
}

const attemptOf = (payload: unknown): unknown => (payload as { readonly attempt?: unknown } | null)?.attempt;
