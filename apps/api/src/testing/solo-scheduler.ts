import { LeaderLock } from '../platform/scheduler/leader-lock.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';

/** A leader lock that this API always gets. */
export const freeLock = (): LeaderLock =>
  new LeaderLock(() =>
    Promise.resolve({
      tryLock: () => Promise.resolve(true),
      ping: () => Promise.resolve(),
      destroy: () => undefined,
      close: () => Promise.resolve(),
    }),
  );

/** A scheduler of an API that is alone and therefore the leader. */
export const soloScheduler = (): Scheduler => new Scheduler(freeLock());
