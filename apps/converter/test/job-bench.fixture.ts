import { type EVENTS, type jobPulse, type Payload } from '#libs/contracts';
import { english, type Message, verbatim } from '#libs/messages';
import { type Delivered, Log, type WorkerJobPorts, WorkerJobRunner } from '#libs/service-kit';

/** Provides the dependencies of a worker job without NATS, and records what it reports. */
export class JobBench {
  readonly events: { readonly name: string; readonly payload: Record<string, unknown> }[] = [];
  readonly pulses: Payload<typeof jobPulse>[] = [];
  /** Called after each event. */
  onEvent: (name: string) => void = () => undefined;
  private readonly cancels = new Set<(payload: { readonly reason: Message }) => void>();

  private readonly bus: WorkerJobPorts['bus'] = {
    publish: (def, payload) => {
      this.events.push({ name: def.name, payload: def.schema.parse(payload) as Record<string, unknown> });
      this.onEvent(def.name);
      return Promise.resolve({} as never);
    },
    pulse: (def, payload) => {
      this.pulses.push(def.schema.parse(payload) as never);
    },
    onPulse: (_def, _key, handler) => {
      const cancel = handler as (payload: { readonly reason: Message }) => void;
      this.cancels.add(cancel);
      return () => this.cancels.delete(cancel);
    },
  };

  /** @param storage stores the receipts */
  runner(storage: WorkerJobPorts['storage']): WorkerJobRunner {
    const log = new Log({ service: 'converter', node: 'n', pid: 1 }, 'test', () => undefined);
    return new WorkerJobRunner({ bus: this.bus, storage, worker: { name: 'n', pid: 1 }, log });
  }

  delivered(over: Partial<Delivered> = {}): Delivered {
    return { attempt: 1, signal: new AbortController().signal, progress: () => undefined, ...over };
  }

  /** Cancels every job, like the operator. */
  cancel(): void {
    for (const cancel of this.cancels) cancel({ reason: verbatim('by the operator') });
  }

  names(): string[] {
    return this.events.map((e) => e.name);
  }
  last(name: (typeof EVENTS)[keyof typeof EVENTS]['name']): Record<string, unknown> | undefined {
    return this.events.findLast((e) => e.name === name)?.payload;
  }
  /** The newest `job-failed`, with its reason in English. */
  get failure(): { readonly waiting: boolean; readonly reason: string } | undefined {
    const failed = this.last('job-failed') as Payload<typeof EVENTS.jobFailed> | undefined;
    return failed && { waiting: failed.waiting, reason: english(failed.reason) };
  }
  /** Result of the newest `job-done`. */
  get result(): Record<string, unknown> | undefined {
    return this.last('job-done')?.['result'] as Record<string, unknown> | undefined;
  }
}
