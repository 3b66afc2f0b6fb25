import { type EVENTS, type jobPulse, type Payload } from '#libs/contracts';
import { english, type Message, verbatim } from '#libs/messages';
import { type VideoArchive, type Providers } from '#libs/providers';
import { type Delivered, Log, type WorkerJobPorts, WorkerJobRunner } from '#libs/service-kit';
import { SourceSecrets } from '../capture/source-secrets.js';
import { type RecorderIdentity } from '../core/tokens.js';

interface SentEvent {
  readonly name: string;
  readonly payload: Record<string, unknown>;
}

/** Dependencies of a download handler without NATS. The spec provides the site; the fixture collects all reports. */
export class DownloadFixture {
  readonly sentEvents: SentEvent[] = [];
  readonly pulses: Payload<typeof jobPulse>[] = [];
  readonly log = new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', () => undefined);
  readonly identity: RecorderIdentity = { name: 'n1/0', node: 'n1', pid: 1, slots: 1, process: 'P' };
  readonly secrets = new SourceSecrets(null);
  readonly runner: WorkerJobRunner;
  readonly providers: Providers;
  private readonly cancels = new Set<(payload: { reason: Message }) => void>();

  /** @param storage stores the receipts */
  constructor(videoArchive: Partial<VideoArchive>, storage: WorkerJobPorts['storage']) {
    this.providers = { of: () => ({ videoArchive }) } as unknown as Providers;
    const bus: WorkerJobPorts['bus'] = {
      publish: (def, payload) => {
        this.sentEvents.push({ name: def.name, payload: def.schema.parse(payload) as Record<string, unknown> });
        return Promise.resolve({ outcome: 'stored' } as never);
      },
      pulse: (def, payload) => {
        this.pulses.push(def.schema.parse(payload) as never);
      },
      onPulse: (_def, _key, handler) => {
        const receive = handler as (payload: { reason: Message }) => void;
        this.cancels.add(receive);
        return () => {
          this.cancels.delete(receive);
        };
      },
    };
    this.runner = new WorkerJobRunner({ bus, storage, worker: this.identity, log: this.log });
  }

  cancel(): void {
    for (const receive of this.cancels) receive({ reason: verbatim('stopped by the operator') });
  }

  delivered(signal = new AbortController().signal, attempt = 1): Delivered {
    return { attempt, signal, progress: () => undefined };
  }

  eventNames(): string[] {
    return this.sentEvents.map(({ name }) => name);
  }
  last(event: (typeof EVENTS)[keyof typeof EVENTS]['name']): Record<string, unknown> | undefined {
    return this.sentEvents.findLast(({ name }) => name === event)?.payload;
  }
  /** The newest `job-failed`, its reason in English. */
  get failure(): { readonly waiting: boolean; readonly reason: string } | undefined {
    const failed = this.last('job-failed') as Payload<typeof EVENTS.jobFailed> | undefined;
    return failed && { waiting: failed.waiting, reason: english(failed.reason) };
  }
  /** The result of the newest `job-done`. */
  get result(): Record<string, unknown> | undefined {
    return this.last('job-done')?.['result'] as Record<string, unknown> | undefined;
  }
}
