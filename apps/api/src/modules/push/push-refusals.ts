import { messageOf } from '#libs/errors';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { PushRepository } from '../../persistence/repositories/push.repository.js';

/** Refused calls are written in batches, so that a flood of calls does not flood the database. */
const WRITE_MS = 2000;

/** Counts refused webhook calls. */
@Injectable()
export class PushRefusals implements OnModuleDestroy {
  private readonly log = new Logger('push');
  private readonly counts = new Map<string, { readonly kind: string; readonly reason: string; count: number }>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly rows: PushRepository) {}

  add(kind: string, reason: string): void {
    const key = `${kind} ${reason}`;
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else this.counts.set(key, { kind, reason, count: 1 });
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.write();
    }, WRITE_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.write();
  }

  private async write(): Promise<void> {
    const all = [...this.counts.values()];
    this.counts.clear();
    for (const { kind, reason, count } of all) {
      this.log.warn(`${kind}: ${count} webhook call(s) refused: ${reason}`);
      await this.rows.addRefusals(kind, reason, count).catch((thrown: unknown) => {
        this.log.warn(`${kind}: refused webhook calls not counted: ${messageOf(thrown)}`);
      });
    }
  }
}
