import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { downloadFailed, downloadStarted, jobPulse, type Words } from '#libs/contracts';
import { isAppError, OutsideError, wordsOf } from '#libs/errors';
import {
  type Delivered,
  JobProgress,
  type JobTry,
  Log,
  msgId,
  onCancel,
  runCancellable,
  triedAgain,
} from '#libs/service-kit';
import { IDENTITY, type RecorderIdentity } from '../core/tokens.js';

/**
 * A delivery of what goes on until its job is cancelled; `ended` is aborted then, and what was done so far is to be
 * finished.
 */
export interface Endless extends Delivered {
  readonly ended: AbortSignal;
}

/**
 * How often the bus hears that it goes on, well below its patience; and after so long without anything real it may
 * think otherwise.
 */
const BEAT_MS = 15_000;
const HUNG_MS = 600_000;

/**
 * The frame of every download: told when it begins and when it fails, cancelled by its job, kept alive at the bus while
 * it does something.
 */
@Injectable()
export class DownloadRuns {
  private readonly log: Log;

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'publish' | 'pulse' | 'onPulse'>,
    @Inject(IDENTITY) private readonly identity: RecorderIdentity,
    log: Log,
  ) {
    this.log = log.child('download');
  }

  /**
   * Runs one delivery. `work` tells by itself what it has done.
   * @throws what came from outside, after it was told: the bus delivers it again. What can never be is told and over.
   */
  async run(command: JobTry, delivered: Delivered, work: (one: Delivered) => Promise<void>): Promise<void> {
    const telling = new Telling((words, again) => this.tellFailure(command, words, again));
    try {
      await runCancellable(
        this.bus,
        { command, delivered },
        {
          run: (one) => this.begin(command, one, work),
          failed: (words, again) => telling.tell(words, again),
        },
      );
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.fault !== 'user') throw thrown;
      telling.mustBeTold();
    }
  }

  /**
   * Runs one delivery of what does not end by itself: the operator's cancel is its end, not its failure. A try that is
   * not wanted any more is let go of as it is, and nothing is told of it.
   * @throws as {@link DownloadRuns.run}; an outside fault is tried again however often it was before
   */
  async runUntilEnded(command: JobTry, delivered: Delivered, work: (one: Endless) => Promise<void>): Promise<void> {
    const [ended, dropped] = [new AbortController(), new AbortController()];
    const deaf = onCancel(this.bus, command, (word) => {
      if (word.dropped) dropped.abort(new OutsideError('cancelled', word.reason));
      else ended.abort();
    });
    try {
      await this.begin(command, { ...delivered, signal: AbortSignal.any([delivered.signal, dropped.signal]) }, (one) =>
        work({ ...one, ended: ended.signal }),
      );
    } catch (thrown) {
      if (delivered.signal.aborted) throw thrown;
      if (dropped.signal.aborted) return;
      const fault = isAppError(thrown) ? thrown.fault : 'bug';
      const words = wordsOf(thrown);
      const again = fault === 'outside';
      const telling = new Telling((said, isTriedAgain) => this.tellFailure(command, said, isTriedAgain));
      await telling.tell(again ? triedAgain(words) : words, again);
      if (fault !== 'user') throw thrown;
      telling.mustBeTold();
    } finally {
      deaf();
    }
  }

  /** @param total of the whole job, as known now; 0: nobody knows @param doneBefore by an earlier delivery */
  progressOf(
    command: JobTry,
    counted: { readonly unit: 'bytes' | 'items' | 'media-ms'; readonly total: number; readonly doneBefore?: number },
  ): JobProgress {
    const { unit, total, doneBefore = 0 } = counted;
    return new JobProgress({
      jobName: command.jobName,
      worker: this.identity.name,
      pid: this.identity.pid,
      total,
      doneBefore,
      unit,
      now: Date.now,
      send: (pulse) => {
        this.bus.pulse(jobPulse, pulse);
      },
    });
  }

  private async begin(command: JobTry, one: Delivered, work: (one: Delivered) => Promise<void>): Promise<void> {
    const { jobName, attempt } = command;
    let movedAt = performance.now();
    const beat = setInterval(() => {
      if (performance.now() - movedAt < HUNG_MS) one.progress();
    }, BEAT_MS);
    try {
      await this.bus.publish(
        downloadStarted,
        { jobName, attempt, at: Date.now(), worker: this.identity.name, pid: this.identity.pid },
        { msgId: msgId(command, 'download-started') },
      );
      await work({
        ...one,
        progress: () => {
          movedAt = performance.now();
          one.progress();
        },
      });
    } finally {
      clearInterval(beat);
    }
  }

  private async tellFailure(command: JobTry, words: Words, again: boolean): Promise<void> {
    const { jobName, attempt } = command;
    this.log.warn('a download does not work', { job: jobName, reason: words.text });
    await this.bus.publish(
      downloadFailed,
      { jobName, attempt, at: Date.now(), reason: words.text, words, waiting: again },
      { msgId: msgId(command, 'download-failed') },
    );
  }
}

/**
 * Tells that a try failed. A word that is lost costs nothing while the command comes again; one that is over for good
 * is not over before somebody knows why.
 */
class Telling {
  private lost: { readonly thrown: unknown } | null = null;

  constructor(private readonly publish: (words: Words, again: boolean) => Promise<void>) {}

  /** Never rejects. */
  async tell(words: Words, again: boolean): Promise<void> {
    await this.publish(words, again).catch((thrown: unknown) => {
      this.lost = { thrown };
    });
  }

  /** @throws why the word was lost: the command comes again, and with it the word */
  mustBeTold(): void {
    if (this.lost) throw this.lost.thrown;
  }
}
