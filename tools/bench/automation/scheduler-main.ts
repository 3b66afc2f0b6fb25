import 'reflect-metadata';
import { loadServiceConfig } from '#libs/config';
import { buildDataSource } from '../../../apps/api/src/persistence/database/data-source.js';
import { LeaderSession } from '../../../apps/api/src/persistence/database/leader-session.js';
import { Transactions } from '../../../apps/api/src/persistence/database/tx.js';
import { TaskRepository } from '../../../apps/api/src/persistence/repositories/task.repository.js';
import { CronTasks } from '../../../apps/api/src/platform/scheduler/cron-tasks.js';
import { LEADER_TIMES, LeaderLock } from '../../../apps/api/src/platform/scheduler/leader-lock.js';
import { Scheduler } from '../../../apps/api/src/platform/scheduler/scheduler.js';
import { TaskRecords } from '../../../apps/api/src/platform/scheduler/task-records.js';

/**
 * The scheduler of the api alone: the same tasks at the same intervals, each without any work, on the real database with
 * the real leader lock and task records. Sends the CPU time of the given number of seconds.
 */
const [seconds = '60', tasks = '[]'] = process.argv.slice(2);
const config = loadServiceConfig('api');
const db = await buildDataSource(config.pg.url).initialize();
const scheduler = new Scheduler(
  new LeaderLock((onEnd) =>
    LeaderSession.open(config.pg.url, { name: 'bench', idleTimeoutMs: LEADER_TIMES.sessionTimeoutMs, onEnd }),
  ),
);
const rows = new TaskRepository(new Transactions(db));
new TaskRecords(scheduler, rows, new CronTasks(scheduler, rows), config);
for (const { name, intervalMs, where } of JSON.parse(tasks) as {
  name: string;
  intervalMs: number;
  where: 'leader' | 'every-instance';
}[])
  if (!name.startsWith('task-re') && name !== 'schedules')
    scheduler.every(name, { intervalMs, where }, () => undefined);
await scheduler.start();
const report = (): void => {
  const { user, system } = process.cpuUsage(begun);
  process.send?.({ leads: scheduler.isLeader, cpuSeconds: (user + system) / 1e6 }, () => {
    process.exit();
  });
};
let begun = process.cpuUsage();
// The first seconds compile the code.
setTimeout(() => {
  begun = process.cpuUsage();
  setTimeout(report, Number(seconds) * 1000);
}, 5000);
