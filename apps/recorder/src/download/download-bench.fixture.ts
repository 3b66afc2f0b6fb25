import { type EVENTS, type Payload, type jobPulse } from '#libs/contracts';
import { type Past, type Providers } from '#libs/providers';
import { type Delivered, Log } from '#libs/service-kit';
import { SourceSecrets } from '../capture/source-secrets.js';
import { type RecorderIdentity } from '../core/tokens.js';
import { DownloadRuns } from './download-runs.js';

interface Told {
  readonly name: string;
  readonly payload: Record<string, unknown>;
}
type Bus = ConstructorParameters<typeof DownloadRuns>[0];

/**
 * What a download stands on, without a site and without NATS: the site is what the spec says, and what is told is kept.
 */
export class DownloadBench {
  readonly told: Told[] = [];
  readonly pulses: Payload<typeof jobPulse>[] = [];
  readonly log = new Log({ service: 'recorder', node: 'n', pid: 1 }, 'test', () => undefined);
  readonly identity: RecorderIdentity = { name: 'n1/0', node: 'n1', pid: 1, slots: 1 };
  readonly secrets = new SourceSecrets(null);
  readonly bus: Bus;
  readonly runs: DownloadRuns;
  readonly providers: Providers;
  private readonly cancels = new Set<(payload: { reason: string }) => void>();

  constructor(past: Partial<Past>) {
    this.providers = { of: () => ({ past }) } as unknown as Providers;
    this.bus = {
      publish: (def, payload) => {
        this.told.push({ name: def.name, payload: payload as Record<string, unknown> });
        return Promise.resolve({ outcome: 'stored' } as never);
      },
      pulse: (_def, payload) => {
        this.pulses.push(payload as never);
      },
      onPulse: (_def, _key, handler) => {
        const hear = handler as (payload: { reason: string }) => void;
        this.cancels.add(hear);
        return () => {
          this.cancels.delete(hear);
        };
      },
    };
    this.runs = new DownloadRuns(this.bus, this.identity, this.log);
  }

  cancel(): void {
    for (const hear of this.cancels) hear({ reason: 'stopped by the operator' });
  }

  delivered(signal = new AbortController().signal, attempt = 1): Delivered {
    return { attempt, signal, progress: () => undefined };
  }

  names(): string[] {
    return this.told.map((t) => t.name);
  }
  last(
    event:
      | (typeof EVENTS)[keyof typeof EVENTS]['name']
      | 'download-failed'
      | 'video-progress'
      | 'video-downloaded'
      | 'chat-downloaded'
      | 'clip-downloaded',
  ): Record<string, unknown> | undefined {
    return this.told.findLast((t) => t.name === event)?.payload;
  }
}
