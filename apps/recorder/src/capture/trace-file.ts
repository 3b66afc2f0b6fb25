import { objectKeys } from '#libs/contracts';
import { HttpTrace } from '#libs/media';
import { type Log } from '#libs/service-kit';
import { type Storage } from '#libs/storage';

interface TracePorts {
  readonly storage: Pick<Storage, 'put'>;
  readonly log: Log;
  /** ms, monotonic. */
  readonly now: () => number;
}

const SAVE_MS = 60_000;

/**
 * Stores the trace of a capture beside its VOD: each minute, and when a part ends or cannot begin. The newest object
 * replaces the one before. A trace that cannot be stored is not stored later, because it is only a help.
 */
export class TraceFile {
  readonly trace = new HttpTrace();
  private savedAt: number;
  private saving: Promise<void> | null = null;

  /** @param id identifies the capture among those of its VOD */
  constructor(
    private readonly vodUuid: string,
    private readonly id: string,
    private readonly ports: TracePorts,
  ) {
    this.savedAt = ports.now();
  }

  saveIfDue(): void {
    if (this.ports.now() - this.savedAt >= SAVE_MS) void this.save();
  }

  /** Never rejects. */
  save(): Promise<void> {
    this.saving ??= this.put().finally(() => {
      this.saving = null;
    });
    return this.saving;
  }

  private async put(): Promise<void> {
    this.savedAt = this.ports.now();
    if (this.trace.isEmpty) return;
    const key = objectKeys.trace(this.vodUuid, this.id);
    const signal = AbortSignal.timeout(SAVE_MS);
    await this.ports.storage
      .put(key, Buffer.from(this.trace.dump()), { contentType: 'application/x-ndjson', signal })
      .catch((error: unknown) => {
        this.ports.log.failure('trace not stored', error, { key });
      });
  }
}
