import { OutsideError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { HealthRegistry } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { DETECTION } from './live-watch.js';
import { Notices } from '../platform/notices.service.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { TaskRepository } from '../persistence/repositories/task.repository.js';

const EVERY_MS = 5_000;
const LIMIT_MS = 60_000;
/** Key of the notice, and its kind. */
const STALLED = 'detection-stalled';

/**
 * Raises a notice while detection does not run, on whichever api: no api leads, or the leader's task hangs. Every api
 * checks it, since the one that should detect may be the one that is gone.
 */
@Injectable()
export class DetectionWatchdog {
  private readonly startedAt = performance.now();
  /** Null until it was checked whether a notice of the time before this start is open. */
  private isRaised: boolean | null = null;

  constructor(
    scheduler: Scheduler,
    health: HealthRegistry,
    private readonly tasks: TaskRepository,
    private readonly notices: Notices,
  ) {
    scheduler.every('detection-watchdog', { intervalMs: EVERY_MS, where: 'every-instance' }, () => this.check());
    health.add({
      name: DETECTION,
      run: () => this.report(),
      remedy: message('health.leader-tasks-remedy'),
    });
  }

  /** Raised once; one that the operator dismissed does not come again while the same stall lasts. */
  private async check(): Promise<void> {
    const isStalled = (await this.silenceMs()) > LIMIT_MS;
    if (isStalled === this.isRaised) return;
    if (isStalled) await this.raise();
    else await this.notices.resolve(STALLED);
    this.isRaised = isStalled;
  }

  private async report(): Promise<Message> {
    const s = Math.round((await this.silenceMs()) / 1000);
    if (s > LIMIT_MS / 1000) throw new OutsideError(message('error.detection-stalled', { s }));
    return message('health.runs');
  }

  /** Since detection ran without an error; not counted from before this api started. */
  private async silenceMs(): Promise<number> {
    return Math.min((await this.tasks.sinceOk(DETECTION)) ?? Infinity, performance.now() - this.startedAt);
  }

  private raise(): Promise<void> {
    return this.notices.raise({
      key: STALLED,
      kind: STALLED,
      level: 'error',
      title: message('notice.detection-stalled.title'),
      text: message('notice.detection-stalled.text'),
    });
  }
}
