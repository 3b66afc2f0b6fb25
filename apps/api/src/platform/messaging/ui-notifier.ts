import { Bus } from '#libs/bus';
import { type Payload, PULSES, type uiChanged } from '#libs/contracts';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';

export type UiChange = Payload<typeof uiChanged>;

type UiEntity = UiChange['entity'];
interface Extra {
  readonly data?: Record<string, unknown>;
  /** v0 actions beside the plain update: `start_capture`, `end_convert` ... */
  readonly actions?: string[];
}

/** Announces a change after its commit: every api reads the entity again and updates its browsers. */
@Injectable()
export class UiNotifier {
  constructor(private readonly bus: Bus) {}

  /** Tells whoever works on a job to stop; nobody may. */
  cancelJob(jobName: string, reason: Message): void {
    this.bus.pulse(PULSES.jobCancel, { jobName, reason });
  }

  /**
   * Tells whoever works on a try that was stopped, replaced or removed, perhaps while it was queued and nobody received
   * the cancel. A newer try at the same job goes on.
   */
  dropTry({ jobName, attempt }: { readonly jobName: string; readonly attempt: string }): void {
    this.bus.pulse(PULSES.jobCancel, { jobName, attempt, reason: message('job.not-wanted-any-more') });
  }

  /** A change that gets lost makes a page late, and nothing else. */
  notify(entity: UiEntity, id: string, extra: Extra = {}): void {
    this.bus.pulse(PULSES.uiChanged, { entity, id, version: Date.now(), ...extra });
  }

  /**
   * Listens to the changes that any api reports.
   * @returns ends the listening
   */
  onChanged(listener: (change: UiChange) => void): () => void {
    return this.bus.onPulse(PULSES.uiChanged, '*', listener);
  }
}
