import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { JobRepository } from '../../persistence/repositories/job.repository.js';
import { ViewLoader } from '../../views/view-loader.service.js';

/** Long enough for the answer to get out. */
const AFTER_MS = 300;
/** What the supervisor of `npm start` listens for. */
const STOP_INSTALLATION = { stopInstallation: true } as const;

/** Ends Vodkeep at the operator's request. */
@Injectable()
export class InstallationStop {
  private readonly log = new Logger('shutdown');

  constructor(
    private readonly views: ViewLoader,
    private readonly jobs: JobRepository,
  ) {}

  /** @throws UserError `streams-active` (409) - something is recorded or worked on, and it is not forced */
  async request(force: boolean): Promise<void> {
    if (force) return;
    const busy = (await this.views.captures()).length > 0 || (await this.jobs.anyRunning());
    if (busy) throw new UserError(message('error.streams-active'), { status: 409 });
  }

  /**
   * After the answer: the supervisor drains all services in their order; without one this api drains, and whatever
   * started it decides on.
   */
  begin(): void {
    this.log.warn('shutdown requested by the operator');
    setTimeout(() => {
      if (process.connected && process.send) process.send(STOP_INSTALLATION, undefined, undefined, () => undefined);
      else process.kill(process.pid, 'SIGTERM');
    }, AFTER_MS);
  }
}
