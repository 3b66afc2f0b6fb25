import 'reflect-metadata';
import { untranslated, UserError } from '#libs/errors';
import { dropDatabase, postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { buildDataSource } from '../../persistence/database/data-source.js';
import { Transactions, type Tx } from '../../persistence/database/tx.js';
import { type TaskEntity } from '../../persistence/entities/task.entity.js';
import { TaskRepository } from '../../persistence/repositories/task.repository.js';
import { migratedDatabase } from '../../testing/migrated-database.js';
import { soloScheduler } from '../../testing/solo-scheduler.js';
import { type CronTask, CronTasks } from './cron-tasks.js';

jest.setTimeout(60_000);

let postgres: PostgresOfRun;
let url: string;
let db: DataSource;
let rows: TaskRepository;
let transactions: Transactions;
beforeEach(async () => {
  postgres = await postgresOfRun();
  url = await migratedDatabase(postgres.url);
  db = await buildDataSource(url).initialize();
  transactions = new Transactions(db);
  rows = new TaskRepository(transactions);
});
afterEach(async () => {
  await db.destroy();
  await dropDatabase(url);
  await postgres.stop();
});

/** Adds a row per run, as a schedule adds a job; the name of a job is unique. */
const addJob = (tx: Tx, name: string): Promise<unknown> =>
  tx.query(`INSERT INTO keyvalue (key, value, created_at) VALUES ($1, '', now())`, [name]);
const jobs = async (): Promise<string[]> =>
  (await db.query<{ key: string }[]>('SELECT key FROM keyvalue ORDER BY key')).map(({ key }) => key);

let runs = 0;
const startNext: CronTask['start'] = async (also) => {
  const name = `run-${++runs}`;
  await transactions.run(async (tx) => {
    await addJob(tx, name);
    await also(name, tx);
  });
  return name;
};

/** The schedules of an API. */
function api(task: Partial<CronTask> = {}): CronTasks {
  const tasks = new CronTasks(soloScheduler(), rows);
  tasks.register({ name: 'nightly', cron: () => '0 3 * * *', start: startNext, ...task });
  return tasks;
}
const at = (text: string): Date => new Date(`2026-11-${text}`);
const row = async (): Promise<TaskEntity | undefined> => (await rows.all()).find(({ name }) => name === 'nightly');
const nextAt = async (): Promise<string | undefined> => (await row())?.nextRunAt?.toISOString().slice(8, 16);
const THREE = new Date(2026, 10, 11, 3).toISOString();

beforeEach(() => {
  runs = 0;
});

describe('a schedule', () => {
  it('runs at its time, neither before nor twice', async () => {
    const tasks = api();
    await tasks.run(at('10T12:00:00Z'));
    expect([await jobs(), (await row())?.nextRunAt?.toISOString()]).toEqual([[], THREE]);
    await tasks.run(new Date(Date.parse(THREE) - 1));
    expect(await jobs()).toEqual([]);
    await tasks.run(new Date(THREE));
    await tasks.run(new Date(Date.parse(THREE) + 1000));
    expect([await jobs(), (await row())?.job, (await row())?.runs]).toEqual([['run-1'], 'run-1', 1]);
  });

  it('makes up once for the times at which no API ran', async () => {
    await api().run(at('10T12:00:00Z'));
    const later = api();
    await later.run(at('15T12:00:00Z'));
    await later.run(at('15T12:00:01Z'));
    expect([await jobs(), await nextAt()]).toEqual([['run-1'], new Date(2026, 10, 16, 3).toISOString().slice(8, 16)]);
  });

  it('runs once although two APIs find it due', async () => {
    const [one, two] = [api(), api()];
    await one.run(at('10T12:00:00Z'));
    await Promise.all([one.run(at('12T12:00:00Z')), two.run(at('12T12:00:00Z'))]);
    expect(await jobs()).toHaveLength(1);
  });

  it('starts again after a crash before the commit, with nothing left of the first try', async () => {
    const tasks = api({
      start: async (also) => {
        const name = `run-${++runs}`;
        await transactions.run(async (tx) => {
          await addJob(tx, name);
          await also(name, tx);
          if (runs === 1) throw new RangeError('crash');
        });
        return name;
      },
    });
    await tasks.run(at('10T12:00:00Z'));
    await expect(tasks.run(at('12T12:00:00Z'))).rejects.toThrow('crash');
    await tasks.run(at('12T12:00:01Z'));
    await tasks.run(at('12T12:00:02Z'));
    expect(await jobs()).toEqual(['run-2']);
  });

  it('follows a changed expression from then on, and a switch', async () => {
    let cron: string | null = '0 3 * * *';
    const tasks = api({ cron: () => cron });
    await tasks.run(at('10T12:00:00Z'));
    cron = null;
    await tasks.run(at('12T12:00:00Z'));
    expect([await jobs(), await row()]).toEqual([[], expect.objectContaining({ cron: null, nextRunAt: null })]);
    cron = '0 5 * * *';
    await tasks.run(at('12T12:00:00Z'));
    expect([await jobs(), await nextAt()]).toEqual([[], new Date(2026, 10, 13, 5).toISOString().slice(8, 16)]);
  });

  it('runs although another one, which was registered before it, fails', async () => {
    const tasks = new CronTasks(soloScheduler(), rows);
    const cron = (): string => '0 3 * * *';
    tasks.register({ name: 'broken', cron, start: () => Promise.reject(new RangeError('no storage')) });
    tasks.register({ name: 'nightly', cron, start: startNext });
    await tasks.run(at('10T12:00:00Z'));
    await expect(tasks.run(at('12T12:00:00Z'))).rejects.toThrow('no storage');
    expect(await jobs()).toEqual(['run-1']);
  });

  it('skips a time at which its last job still runs, with the reason', async () => {
    const busy = new UserError(untranslated('job-running', 'still running'), { status: 409 });
    const tasks = api({ start: () => Promise.reject(busy) });
    await tasks.run(at('10T12:00:00Z'));
    await tasks.run(at('12T12:00:00Z'));
    expect(await row()).toMatchObject({ lastError: { params: { text: 'still running' } }, runs: 1 });
    expect(await nextAt()).toBe(new Date(2026, 10, 13, 3).toISOString().slice(8, 16));
  });

  it('that has nothing to do has run, and runs on request at any time', async () => {
    const tasks = api({ start: () => Promise.resolve(null) });
    await tasks.run(at('10T12:00:00Z'));
    await tasks.run(at('12T12:00:00Z'));
    expect(await row()).toMatchObject({ job: null, runs: 1, lastEndedAt: expect.any(Date) });
    await api().runNow('nightly');
    expect([await jobs(), (await row())?.job]).toEqual([['run-1'], 'run-1']);
  });
});
