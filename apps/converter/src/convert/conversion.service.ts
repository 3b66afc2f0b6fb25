import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Bus } from '#libs/bus';
import {
  type convert,
  convertDone,
  convertFailed,
  convertStarted,
  ConvertTimeline,
  jobPulse,
  objectKeys,
  type Payload,
  type Words,
} from '#libs/contracts';
import { BugError } from '#libs/errors';
import { type Delivered, JobProgress, msgId, runCancellable, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { Receipts } from '../core/receipts.js';
import { SpaceLedger } from '../core/space-ledger.js';
import { type Worker, WORKER } from '../core/tokens.js';
import { FileMaker, type Made } from './file-maker.js';
import { bytesOf, sourceRun } from './source-runs.js';

type Command = Payload<typeof convert>;

/**
 * One conversion from its command to its event. May be delivered any number of times: a finished attempt is answered
 * from its receipt.
 */
@Injectable()
export class Conversion {
  private readonly log = new Logger('convert');

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'publish' | 'pulse' | 'onPulse'>,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(WORKER) private readonly worker: Worker,
    private readonly maker: FileMaker,
    private readonly receipts: Receipts,
    private readonly space: SpaceLedger,
  ) {}

  /** @throws whatever stopped it, after it was told: the bus decides by its fault. A cancelled one returns. */
  async run(command: Command, delivered: Delivered): Promise<void> {
    await runCancellable(
      this.bus,
      { command, delivered },
      {
        run: (one) => this.attempt(command, one),
        failed: (reason, again) => this.tellFailure(command, reason, again),
      },
    ).finally(() => {
      this.space.release(command.attempt);
    });
  }

  private async attempt(command: Command, delivered: Delivered): Promise<void> {
    const receipt = objectKeys.receipt(command.vodUuid, command.attempt);
    const known = await this.receipts.find(receipt, convertDone.schema, ({ files }) => files);
    if (known) {
      await this.bus.publish(convertDone, known, { msgId: msgId(command, 'convert-done') });
      return;
    }
    const timeline = await this.readTimeline(command);
    await this.waitForSpace(command, mediaBytes(timeline), delivered);
    const { vodUuid, jobName, attempt } = command;
    await this.bus.publish(
      convertStarted,
      { vodUuid, jobName, attempt, at: Date.now(), worker: this.worker.node, pid: this.worker.pid },
      { msgId: msgId(command, 'convert-started') },
    );
    const made = await this.make(command, timeline, delivered);
    const done = { vodUuid, jobName, attempt, at: Date.now(), ...made };
    await this.receipts.write(receipt, done);
    await this.bus.publish(convertDone, done, { msgId: msgId(command, 'convert-done') });
    this.log.log(
      `${command.basename}: ${made.files.map((f) => f.basename).join(', ')} made${made.warnings.length > 0 ? `; ${made.warnings.join('; ')}` : ''}`,
    );
  }

  private make(command: Command, timeline: ConvertTimeline, { signal, progress }: Delivered): Promise<Made> {
    const pulses = new JobProgress({
      jobName: command.jobName,
      worker: this.worker.node,
      pid: this.worker.pid,
      total: 2 * mediaBytes(timeline),
      now: Date.now,
      send: (pulse) => {
        this.bus.pulse(jobPulse, pulse);
      },
    });
    return this.maker.make({
      command,
      timeline,
      signal,
      report: (doneBytes, note) => {
        progress();
        pulses.move(doneBytes, note);
      },
    });
  }

  private async readTimeline(command: Command): Promise<ConvertTimeline> {
    const parsed = ConvertTimeline.safeParse(JSON.parse((await this.storage.read(command.timelineKey)).toString()));
    if (!parsed.success || parsed.data.runs.length === 0)
      throw new BugError('bad-timeline', `${command.timelineKey} is no timeline, or an empty one`);
    return parsed.data;
  }

  /** Not a failure: the segments play as they are. It looks again until there is room (server-behaviour.md case 26). */
  private async waitForSpace(command: Command, bytes: number, { signal, progress }: Delivered): Promise<void> {
    for (let isTold = false; ; isTold = true) {
      const missing = await this.space.reserve(command.attempt, bytes);
      if (missing === null) return;
      if (!isTold) await this.publishFailure(command, { text: missing }, true);
      progress();
      await wait(this.worker.lookAgainMs, undefined, { signal });
    }
  }

  private async tellFailure(command: Command, reason: Words, again: boolean): Promise<void> {
    this.log.warn(`${command.basename}: ${reason.text}`);
    await this.publishFailure(command, reason, again);
  }

  private async publishFailure(command: Command, words: Words, waiting: boolean): Promise<void> {
    const { vodUuid, jobName, attempt } = command;
    await this.bus.publish(
      convertFailed,
      { vodUuid, jobName, attempt, at: Date.now(), reason: words.text, words, waiting },
      { msgId: msgId(command, 'convert-failed') },
    );
  }
}

const mediaBytes = (timeline: ConvertTimeline): number =>
  bytesOf(timeline.runs.map((run) => sourceRun(timeline.vodUuid, run)));
