import 'reflect-metadata';
import { type Task } from '#libs/contracts';
import { CONFIG } from '#libs/service-kit';
import { OutsideError, untranslated } from '#libs/errors';
import { verbatim } from '#libs/messages';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CronTasks } from '../../platform/scheduler/cron-tasks.js';
import { TaskRecords } from '../../platform/scheduler/task-records.js';
import { TaskRepository, type TaskChange } from '../../persistence/repositories/task.repository.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { soloScheduler } from '../../testing/solo-scheduler.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

jest.setTimeout(60_000);

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.stop();
});

const tasks = async (): Promise<Task[]> => (await app.call<Task[]>('GET', '/tasks')).body.data ?? [];
const task = async (name: string): Promise<Task | undefined> => (await tasks()).find((one) => one.name === name);
const taskThat = (name: string, is: (found: Task) => boolean, what: string): Promise<Task> =>
  eventually(async () => {
    const found = await task(name);
    return found !== undefined && is(found) && found;
  }, what);
const run = (name: string) => app.call('POST', `/tasks/${name}/run`);

describe('the tasks of the API', () => {
  it('are listed with the time and result of the last run and the time of the next run', async () => {
    const found = await taskThat('channel-profiles', ({ result }) => result === 'ok', 'a run');
    expect(found).toMatchObject({
      interval_s: 600,
      where: 'leader',
      node: expect.any(String),
      running: false,
      error: null,
      runs: 1,
      failures: 0,
    });
    expect(Date.parse(found.next_run_at ?? '') - Date.parse(found.last_ended_at ?? '')).toBeGreaterThan(500_000);
    expect((await tasks()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['detection', 'outbox-publisher', 'manifests', 'settings', 'api-jobs']),
    );
  });

  it('run at once on request, whichever API gets the request', async () => {
    await taskThat('channel-profiles', ({ runs }) => runs === 1, 'the first run');
    expect(await run('channel-profiles')).toMatchObject({
      status: 200,
      body: { message: 'The task runs as soon as possible.' },
    });
    await taskThat('channel-profiles', ({ runs }) => runs === 2, 'the run that was asked for');
    // An API that does not lead: its scheduler is not started.
    const rows = app.nest.get(TaskRepository, { strict: false });
    const scheduler = soloScheduler();
    scheduler.every('channel-profiles', 1000, () => undefined);
    await new TaskRecords(
      scheduler,
      rows,
      new CronTasks(scheduler, rows),
      app.nest.get(CONFIG, { strict: false }),
    ).request('channel-profiles');
    await taskThat('channel-profiles', ({ runs }) => runs === 3, 'the run that was requested from another API');
    const before = (await task('chat-cache'))?.runs ?? 0;
    await run('chat-cache');
    await taskThat('chat-cache', ({ runs }) => runs === before + 1, 'the run on this API');
  });

  it('with an unknown name are refused with the known names', async () => {
    expect(await run('nothing')).toMatchObject({
      status: 404,
      body: {
        code: 'task-missing',
        message: expect.stringMatching(/^The task 'nothing' does not exist\..*detection, /),
      },
    });
  });

  it('that fail are listed with the reason', async () => {
    jest
      .spyOn(app.nest.get(VodRepository, { strict: false }), 'dueManifests')
      .mockRejectedValue(new OutsideError(untranslated('storage-unavailable', 'EIO')));
    await run('manifests');
    const failed = await taskThat('manifests', ({ result }) => result === 'failed', 'the failure');
    expect(failed).toMatchObject({ error: 'EIO', failures: expect.any(Number) });
    expect(Date.parse(failed.last_ok_at ?? '')).toBeLessThan(Date.parse(failed.last_started_at ?? ''));
  });
});

describe('the rows of tasks', () => {
  const change: TaskChange = {
    name: 'kept',
    interval_ms: 1000,
    started_age: 500,
    ended_age: 400,
    ok_age: 400,
    duration_ms: 100,
    error: null,
    next_in: 600,
    runs: 3,
    failures: 1,
  };

  it('continue with the next leader: its runs are added, missing times stay, and removed tasks are deleted', async () => {
    // A database without the task `task-records`, which deletes rows of unknown tasks.
    await app.stop();
    app = await TestApp.start({ without: ['task-records'] });
    const rows = app.nest.get(TaskRepository, { strict: false });
    await rows.write('first', [change, { ...change, name: 'gone' }], ['kept', 'gone']);
    const fresh = { started_age: null, ended_age: null, ok_age: null, duration_ms: null, next_in: null };
    const [before] = await rows.all();
    await rows.write('second', [{ ...change, ...fresh, runs: 0, failures: 0 }], ['kept']);
    const [after] = await rows.all();
    expect(after).toEqual(Object.assign(before ?? {}, { node: 'second', nextRunAt: null }));
    await rows.write('second', [{ ...change, runs: 1, failures: 0, error: verbatim('EIO') }], ['kept']);
    expect(await rows.all()).toMatchObject([
      { runs: 4, failures: 1, lastError: { key: 'text', params: { text: 'EIO' } } },
    ]);
    expect(await rows.sinceOk('kept')).toBeGreaterThanOrEqual(400);
    expect(await rows.sinceOk('gone')).toBeNull();
  });
});
