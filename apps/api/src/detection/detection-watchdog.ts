import { OutsideError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { HealthRegistry } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { DETECTION } from './live-watch.js';
import { Notices } from '../platform/notices.service.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { TaskRepository } from '../persistence/repositories/task.repository.js';

const INTERVAL_MS = 5_000;
const OVERDUE_MS = 60_000;
/** Key and kind of the notice. */
const STALLED = 'detection-stalled';

/**
 * Raises a notice while detection does not run on any API: no API leads, or the leader's task hangs. Every API checks,
 * because the leader itself may be unavailable.
 */
@Injectable()
export class DetectionWatchdog {
  private readonly startedAt = performance.now();
  /** Null until the first check, because a notice from before this start may be open. */
  private isRaised: boolean | null = null;

  constructor(
    scheduler: Scheduler,
    health: HealthRegistry,
    private readonly tasks: TaskRepository,
    private readonly notices: Notices,
  ) {
    scheduler.every('detection-watchdog', { intervalMs: INTERVAL_MS, where: 'every-instance' }, () => this.check());
    health.add({
      name: DETECTION,
      run: () => this.report(),
      remedy: message('health.leader-tasks-remedy'),
    });
  }

  /** Raises the notice once per stall, even if the operator dismisses it. */
  private async check(): Promise<void> {
    const isStalled = (await this.stalledMs()) > OVERDUE_MS;
    if (isStalled === this.isRaised) return;
    if (isStalled) await this.raise();
    else await this.notices.resolve(STALLED);
    this.isRaised = isStalled;
  }

  private async report(): Promise<Message> {
    const s = Math.round((await this.stalledMs()) / 1000);
    if (s > OVERDUE_MS / 1000) throw new OutsideError(message('error.detection-stalled', { s }));
    return message('health.runs');
  }

  /** Time since the last successful detection run; at most the uptime of this API. */
  private async stalledMs(): Promise<number> {
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
