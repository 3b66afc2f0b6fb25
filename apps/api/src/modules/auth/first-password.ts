import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpConfig } from '../../platform/http-config.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { Operator } from './operator.service.js';
import { Sessions } from './sessions.service.js';

const SWEEP_INTERVAL_MS = 3_600_000;

/** Stores the first password at startup if there is none, and deletes expired sessions. */
@Injectable()
export class FirstPassword implements OnApplicationBootstrap {
  private readonly log = new Logger('auth');
  constructor(
    private readonly config: HttpConfig,
    private readonly operator: Operator,
    sessions: Sessions,
    scheduler: Scheduler,
  ) {
    scheduler.every('session-sweep', SWEEP_INTERVAL_MS, () => sessions.deleteExpired());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.storeFirst();
  }

  private async storeFirst(): Promise<void> {
    const { firstPassword } = this.config;
    if (firstPassword === null || (await this.operator.hasPassword())) return;
    await this.operator.setFirst(firstPassword).then(
      () => {
        this.log.log('first password saved');
      },
      () => {
        this.log.log('first password saved by another api');
      },
    );
  }
}
