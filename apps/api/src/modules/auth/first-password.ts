import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isProxyTrusted } from '../../http/trusted-proxy.js';
import { HttpConfig } from '../../platform/http-config.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { FirstPasswordCode } from './first-password-code.js';
import { Operator } from './operator.service.js';
import { Sessions } from './sessions.service.js';

const SWEEP_INTERVAL_MS = 3_600_000;
const FORWARDER_NOTE =
  'Until then, programs on this machine that forward connections to Vodkeep (ssh -L, socat, a proxy) pass strangers on as the operator';

/**
 * Stores the first password at startup if there is none and the environment has one; otherwise shows how to set it. Also
 * deletes expired sessions.
 */
@Injectable()
export class FirstPassword implements OnApplicationBootstrap {
  private readonly log = new Logger('auth');
  constructor(
    private readonly config: HttpConfig,
    private readonly operator: Operator,
    private readonly code: FirstPasswordCode,
    sessions: Sessions,
    scheduler: Scheduler,
  ) {
    scheduler.every('session-sweep', SWEEP_INTERVAL_MS, () => sessions.deleteExpired());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.storeFirst();
    if (await this.operator.hasPassword()) await this.code.discard();
    else await this.announce();
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

  /** The log is stored in several places, so it names only the file of the code. */
  private async announce(): Promise<void> {
    const code = await this.code.current();
    const file = await this.code.writeFile(code);
    const { port, basepath } = this.config;
    const isOpenHere = !isProxyTrusted(this.config);
    const here = isOpenHere ? `on this machine at http://localhost:${port}${basepath}/, or from another machine ` : '';
    const notes = isOpenHere ? [FORWARDER_NOTE] : [];
    const place = file === null ? '' : ` (also in ${file})`;
    this.config.print([`No password is set. Set one ${here}with the code ${code}${place}`, ...notes]);
    this.log.warn(`No password is set. The code to set one is ${file === null ? 'on the console' : `in ${file}`}`);
    for (const note of notes) this.log.warn(note);
  }
}
