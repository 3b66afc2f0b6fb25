import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { Settings } from '../../settings/settings.service.js';
import { Access } from './access.service.js';
import { type Caller } from './caller.js';
import { PlayerLinks } from './player-links.service.js';
import { Sessions } from './sessions.service.js';

/** Another API may have ended the access. */
const CHECK_MS = 5_000;

/** Ends answers that are being sent if their caller loses access: a file may take hours. */
@Injectable()
export class OpenAnswers implements OnApplicationBootstrap {
  private readonly open = new Map<Response, () => Promise<boolean>>();

  constructor(
    private readonly access: Access,
    private readonly links: PlayerLinks,
    private readonly sessions: Sessions,
    private readonly settings: Settings,
    scheduler: Scheduler,
  ) {
    scheduler.every('open-answers', { intervalMs: CHECK_MS, where: 'every-instance' }, () => this.check());
  }

  onApplicationBootstrap(): void {
    const check = (): void => void this.check();
    this.sessions.onEnd(check);
    this.links.onEnd(check);
    this.settings.onValues(check);
  }

  /** Watches the answer to a caller who may have it now. */
  add({ path, query }: Pick<Request, 'path' | 'query'>, res: Response, caller: Caller): void {
    if (res.closed) return;
    this.open.set(
      res,
      async () => (await this.access.mayStay(caller)) || (await this.links.verify(path, query)).state === 'good',
    );
    res.once('close', () => {
      this.open.delete(res);
    });
  }

  /** Checks all answers. While the database is unavailable, they go on. */
  async check(): Promise<void> {
    const checks = [...this.open].map(async ([res, mayStay]) => {
      // One that has not begun is short, or the next check ends it: it may be the answer to the end of its own login.
      if (res.headersSent && !(await mayStay().catch(() => true))) res.destroy();
    });
    await Promise.all(checks);
  }
}
