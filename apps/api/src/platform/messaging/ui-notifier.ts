import { Bus } from '#libs/bus';
import { type Payload, PULSES, type uiChanged } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';

export type UiChange = Payload<typeof uiChanged>;

type UiEntity = UiChange['entity'];
interface NotifyOptions {
  readonly data?: Record<string, unknown>;
  /** v0 actions in addition to the plain update: `start_capture`, `end_convert` ... */
  readonly actions?: string[];
}

/** Announces a change after its commit. Each API reads the entity again and updates its browsers. */
@Injectable()
export class UiNotifier {
  constructor(private readonly bus: Bus) {}

  /** Requests every worker that works on a job to stop. There may be none. */
  cancelJob(jobName: string, reason: Message): void {
    this.bus.pulse(PULSES.jobCancel, { jobName, reason });
  }

  /**
   * Requests the worker of a try to stop. The try was stopped, replaced or removed, perhaps while it was queued and no
   * worker received the cancel message. A newer try of the same job continues.
   */
  dropTry({ jobName, attempt }: { readonly jobName: string; readonly attempt: string }): void {
    this.bus.pulse(PULSES.jobCancel, { jobName, attempt, reason: message('job.not-wanted-any-more') });
  }

  /** A lost notification only delays the page's update. */
  notify(entity: UiEntity, id: string, extra: NotifyOptions = {}): void {
    this.bus.pulse(PULSES.uiChanged, { entity, id, version: Date.now(), ...extra });
  }

  /**
   * Listens to the changes that any API reports.
   * @returns function that removes the listener
   */
  onChanged(listener: (change: UiChange) => void): () => void {
    return this.bus.onPulse(PULSES.uiChanged, '*', listener);
  }
}
