import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { ViewLoader } from '../../views/view-loader.service.js';

/** Enough time to send the answer. */
const STOP_DELAY_MS = 300;
/** Message to the supervisor of `npm start`. */
const STOP_INSTALLATION = { stopInstallation: true } as const;

/** Shuts Vodkeep down at the operator's request. */
@Injectable()
export class InstallationStop {
  private readonly log = new Logger('shutdown');

  constructor(
    private readonly views: ViewLoader,
    private readonly jobs: JobRepository,
  ) {}

  /** @throws UserError `streams-active` (409): a recording or a job is active, and `force` is false */
  async request(force: boolean): Promise<void> {
    if (force) return;
    const busy = (await this.views.captures()).length > 0 || (await this.jobs.anyRunning());
    if (busy) throw new UserError(message('error.streams-active'), { status: 409 });
  }

  /**
   * Runs after the answer is sent. The supervisor drains all services in order. Without a supervisor only this API
   * drains, and the program that started it decides what follows.
   */
  begin(): void {
    this.log.warn('shutdown requested by the operator');
    setTimeout(() => {
      if (process.connected && process.send) process.send(STOP_INSTALLATION, undefined, undefined, () => undefined);
      else process.kill(process.pid, 'SIGTERM');
    }, STOP_DELAY_MS);
  }
}
