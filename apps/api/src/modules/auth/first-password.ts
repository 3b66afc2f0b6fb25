import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DoorConfig } from '../../http/door-config.js';
import { Operator } from './operator.service.js';
import { Sessions } from './sessions.service.js';

const SWEEP_MS = 3_600_000;

/** At start: stores the first password where none is, and begins to sweep ended logins. */
@Injectable()
export class FirstPassword implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('auth');
  private timer: NodeJS.Timeout | null = null;
  constructor(
    private readonly config: DoorConfig,
    private readonly operator: Operator,
    private readonly sessions: Sessions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.storeFirst();
    this.sweep();
    this.timer = setInterval(() => {
      this.sweep();
    }, SWEEP_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async storeFirst(): Promise<void> {
    const { firstPassword } = this.config;
    if (firstPassword === null || (await this.operator.hasPassword())) return;
    await this.operator.setFirst(firstPassword).then(
      () => {
        this.log.log('The first password was stored.');
      },
      () => {
        this.log.log('Another api stored the first password.');
      },
    );
  }

  private sweep(): void {
    this.sessions.sweep().catch(() => undefined); // database away: the next round does it
  }
}
