import { Inject, Injectable, Logger } from '@nestjs/common';
import { Bus } from '#libs/bus';
import {
  chatDone,
  chatFailed,
  type chatFinish,
  chatStarted,
  jobPulse,
  objectKeys,
  type Payload,
  type Words,
} from '#libs/contracts';
import { type Delivered, JobProgress, msgId, runCancellable } from '#libs/service-kit';
import { Receipts } from '../core/receipts.js';
import { type Worker, WORKER } from '../core/tokens.js';
import { ChatFileMaker } from './chat-file-maker.js';

type Command = Payload<typeof chatFinish>;
type Done = Payload<typeof chatDone>;

/**
 * One chat file from its command to its event. May be delivered any number of times: a finished attempt is answered
 * from its receipt.
 */
@Injectable()
export class ChatFinish {
  private readonly log = new Logger('chat');

  constructor(
    @Inject(Bus) private readonly bus: Pick<Bus, 'publish' | 'pulse' | 'onPulse'>,
    @Inject(WORKER) private readonly worker: Worker,
    private readonly maker: ChatFileMaker,
    private readonly receipts: Receipts,
  ) {}

  /** @throws whatever stopped it, after it was told: the bus decides by its fault. A cancelled one returns. */
  async run(command: Command, delivered: Delivered): Promise<void> {
    await runCancellable(
      this.bus,
      { command, delivered },
      {
        run: (one) => this.attempt(command, one),
        failed: (words, again) => this.tellFailure(command, words, again),
      },
    );
  }

  private async attempt(command: Command, { signal, progress }: Delivered): Promise<void> {
    const { vodUuid, jobName, attempt } = command;
    const receipt = objectKeys.chatReceipt(vodUuid, attempt);
    const done = await this.receipts.find(receipt, chatDone.schema, (known) => [known]);
    if (done) {
      await this.tellDone(done);
      return;
    }
    await this.bus.publish(
      chatStarted,
      { vodUuid, jobName, attempt, at: Date.now(), worker: this.worker.node, pid: this.worker.pid },
      { msgId: msgId(command, 'chat-started') },
    );
    const made = await this.maker.make(command, signal, this.reporter(command, progress));
    const fresh: Done = { vodUuid, jobName, attempt, at: Date.now(), ...made, warnings: [...made.warnings] };
    await this.receipts.write(receipt, fresh);
    await this.tellDone(fresh);
    this.log.log(
      `${command.basename}: chat of ${made.messages} messages made${made.warnings.length > 0 ? `; ${made.warnings.join('; ')}` : ''}`,
    );
  }

  private reporter(
    { jobName }: Command,
    progress: () => void,
  ): (doneBytes: number, totalBytes: number, note: string) => void {
    let pulses: JobProgress | null = null;
    return (doneBytes, totalBytes, note) => {
      progress();
      pulses ??= new JobProgress({
        jobName,
        worker: this.worker.node,
        pid: this.worker.pid,
        total: totalBytes,
        now: Date.now,
        send: (pulse) => {
          this.bus.pulse(jobPulse, pulse);
        },
      });
      pulses.move(doneBytes, note);
    };
  }

  private async tellDone(done: Done): Promise<void> {
    await this.bus.publish(chatDone, done, { msgId: msgId(done, 'chat-done') });
  }

  private async tellFailure(command: Command, words: Words, again: boolean): Promise<void> {
    const { vodUuid, jobName, attempt, basename } = command;
    this.log.warn(`chat of ${basename}: ${words.text}`);
    await this.bus.publish(
      chatFailed,
      { vodUuid, jobName, attempt, at: Date.now(), reason: words.text, words, waiting: again },
      { msgId: msgId(command, 'chat-failed') },
    );
  }
}
