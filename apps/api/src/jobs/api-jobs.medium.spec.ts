import 'reflect-metadata';
import { Bus } from '#libs/bus';
import { OutsideError, UserError, untranslated } from '#libs/errors';
import { english, verbatim } from '#libs/messages';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Transactions } from '../persistence/database/tx.js';
import { JobEntity } from '../persistence/entities/job.entity.js';
import { type Scheduler } from '../platform/scheduler/scheduler.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { type ApiJobDef, type ApiJobKind, type ApiJobWork } from './api-job-def.js';
import { ApiJobRows } from './api-job-rows.js';
import { ApiJobs } from './api-jobs.js';

const COUNT = { kind: 'count' as ApiJobKind, schema: z.strictObject({ to: z.int() }) } satisfies ApiJobDef;

let app: TestApp;
let started: ApiJobs[] = [];
const schedulers = new Map<ApiJobs, Scheduler>();
beforeAll(async () => {
  app = await TestApp.start();
}, 60_000);
afterEach(async () => {
  for (const jobs of started) await jobs.onModuleDestroy();
  started = [];
});
afterAll(async () => {
  await app.stop();
});

const tx = () => app.nest.get(Transactions, { strict: false });
/** Another API on the same database. */
function anApi(work: ApiJobWork<{ to: number }>): ApiJobs {
  const scheduler = soloScheduler();
  const jobs = new ApiJobs(
    tx(),
    app.nest.get(ApiJobRows, { strict: false }),
    app.nest.get(Bus, { strict: false }),
    app.nest.get(UiNotifier, { strict: false }),
    scheduler,
  );
  schedulers.set(jobs, scheduler);
  jobs.register(COUNT, work);
  started.push(jobs);
  return jobs;
}
async function begin(jobs: ApiJobs): Promise<void> {
  jobs.onApplicationBootstrap();
  await schedulers.get(jobs)?.start();
}
const row = (name: string) => tx().plain.findOneByOrFail(JobEntity, { name });
const ended = (name: string, status: JobEntity['status']) =>
  eventually(
    async () => {
      const job = await row(name);
      return job.status === status ? job : null;
    },
    `${name} ${status}`,
    40_000,
  );
/** Fails when its signal aborts, and does not end otherwise. */
const untilAborted: ApiJobWork<{ to: number }> = ({ signal }) =>
  new Promise((_, fail) => {
    signal.addEventListener('abort', () => {
      fail(signal.reason as Error);
    });
  });

describe('an API job', () => {
  it('is queued, runs, and keeps its log', async () => {
    const jobs = anApi(({ input, progress, say }) => {
      progress(0.5, verbatim('half'));
      say(verbatim('counted'));
      return Promise.resolve(verbatim(`counted to ${input.to}`));
    });
    await begin(jobs);
    await jobs.add(COUNT, { name: 'count_a', title: verbatim('A'), input: { to: 3 } });
    expect(await ended('count_a', 'STOPPED')).toMatchObject({
      note: verbatim('counted to 3'),
      progress: 1,
      error: null,
      owner: null,
      tries: 1,
    });
    expect((await row('count_a')).log.map((l) => english(l.message))).toEqual([
      'queued',
      'started',
      'counted',
      'counted to 3',
    ]);
  });

  it('is not queued twice while it waits', async () => {
    const jobs = anApi(untilAborted);
    await jobs.add(COUNT, { name: 'count_b', title: verbatim('B'), input: { to: 1 } });
    await expect(jobs.add(COUNT, { name: 'count_b', title: verbatim('B'), input: { to: 2 } })).rejects.toMatchObject({
      code: 'job-running',
    });
    expect((await row('count_b')).input).toEqual({ to: 1 });
    await tx().plain.delete(JobEntity, { name: 'count_b' });
  });

  it('requested four times at the same time is queued once, and the other requests are refused', async () => {
    const jobs = anApi(untilAborted);
    const starts = await Promise.allSettled(
      [1, 2, 3, 4].map((to) => jobs.add(COUNT, { name: 'count_l', title: verbatim('L'), input: { to } })),
    );
    expect(starts.flatMap((a) => (a.status === 'rejected' ? [(a.reason as UserError).code] : []))).toEqual([
      'job-running',
      'job-running',
      'job-running',
    ]);
    await tx().plain.delete(JobEntity, { name: 'count_l' });
  });

  it('of a dead API is started again by another API', async () => {
    const dead = anApi(untilAborted);
    await dead.add(COUNT, { name: 'count_c', title: verbatim('C'), input: { to: 7 } });
    await tx().plain.update(
      JobEntity,
      { name: 'count_c' },
      { status: 'RUNNING', owner: 'gone/1/x', renewedAt: new Date(Date.now() - 60_000), tries: 1 },
    );
    await begin(anApi(({ input }) => Promise.resolve(verbatim(`counted to ${input.to}`))));
    expect(await ended('count_c', 'STOPPED')).toMatchObject({ note: verbatim('counted to 7'), tries: 2 });
  });

  it('resets its progress when another API starts it again', async () => {
    const jobs = anApi(async ({ progress, signal }) => {
      progress(0.1, verbatim('again'));
      return untilAborted({ signal } as never);
    });
    await jobs.add(COUNT, { name: 'count_m', title: verbatim('M'), input: { to: 1 } });
    await tx().plain.update(
      JobEntity,
      { name: 'count_m' },
      {
        status: 'RUNNING',
        owner: 'gone/1/x',
        renewedAt: new Date(Date.now() - 60_000),
        tries: 1,
        progress: 0.9,
        leftMs: 5,
      },
    );
    await begin(jobs);
    expect(
      await eventually(async () => {
        const job = await row('count_m');
        return job.note && english(job.note) === 'again' ? job : null;
      }, 'its second run'),
    ).toMatchObject({ progress: expect.closeTo(0.1), takeovers: 1 });
    await tx().plain.delete(JobEntity, { name: 'count_m' });
  });

  it('that crashed its API six times is not started again, and reports this', async () => {
    const jobs = anApi(() => Promise.resolve(verbatim('done')));
    await jobs.add(COUNT, { name: 'count_n', title: verbatim('N'), input: { to: 1 } });
    const died = (takeovers: number) =>
      tx().plain.update(
        JobEntity,
        { name: 'count_n' },
        { status: 'RUNNING', owner: 'gone/1/x', renewedAt: new Date(Date.now() - 60_000), takeovers },
      );
    await died(5);
    await begin(jobs);
    expect(english((await ended('count_n', 'ERROR')).error!)).toBe(
      'given up: the api crashed 6 times in a row while it ran the job',
    );
    await jobs.retry('count_n');
    expect(await ended('count_n', 'STOPPED')).toMatchObject({ note: verbatim('done'), takeovers: 0 });
    await tx().plain.update(JobEntity, { name: 'count_n' }, { endedAt: null });
    await died(4);
    expect(await ended('count_n', 'STOPPED')).toMatchObject({ note: verbatim('done'), takeovers: 5 });
  });

  it('does not wait for jobs of another kind; two of a kind run at once', async () => {
    const jobs = anApi(untilAborted);
    jobs.register({ kind: 'sum' as ApiJobKind, schema: z.strictObject({}) }, () => Promise.resolve(verbatim('summed')));
    for (const name of ['o1', 'o2', 'o3'])
      await jobs.add(COUNT, { name: `count_${name}`, title: verbatim(name), input: { to: 1 } });
    await jobs.add(
      { kind: 'sum' as ApiJobKind, schema: z.strictObject({}) },
      { name: 'sum_a', title: verbatim('A'), input: {} },
    );
    await begin(jobs);
    expect((await ended('sum_a', 'STOPPED')).note).toEqual(verbatim('summed'));
    expect(
      (await Promise.all(['o1', 'o2', 'o3'].map((name) => row(`count_${name}`)))).map((job) => job.status),
    ).toEqual(['RUNNING', 'RUNNING', 'WAITING']);
    for (const name of ['o1', 'o2', 'o3']) await tx().plain.delete(JobEntity, { name: `count_${name}` });
  });

  it('that the operator stops is aborted and stays stopped; a retry runs it', async () => {
    let runs = 0;
    const jobs = anApi((run) => {
      runs += 1;
      return runs === 1 ? untilAborted(run) : Promise.resolve(verbatim('second time'));
    });
    await begin(jobs);
    await jobs.add(COUNT, { name: 'count_d', title: verbatim('D'), input: { to: 1 } });
    await ended('count_d', 'RUNNING');
    expect((await app.call('DELETE', '/jobs/count_d')).status).toBe(200);
    expect(english((await ended('count_d', 'STOPPED')).note!)).toBe('stopped by the operator');
    await jobs.retry('count_d');
    expect(
      await eventually(async () => {
        const job = await row('count_d');
        return job.note && english(job.note) === 'second time' ? job : null;
      }, 'the second run'),
    ).toMatchObject({ status: 'STOPPED' });
  });

  it('that was stopped and retried waits for the end of its first run, and has the result of its second run', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    let runs = 0;
    const jobs = anApi(async () => {
      runs += 1;
      if (runs === 1) {
        await held;
        throw new UserError(untranslated('late', 'the first run'));
      }
      return verbatim('the second run');
    });
    await begin(jobs);
    await jobs.add(COUNT, { name: 'count_h', title: verbatim('H'), input: { to: 1 } });
    await ended('count_h', 'RUNNING');
    await app.call('DELETE', '/jobs/count_h');
    await jobs.retry('count_h');
    await jobs.add(COUNT, { name: 'count_i', title: verbatim('I'), input: { to: 1 } });
    expect((await ended('count_i', 'STOPPED')).note).toEqual(verbatim('the second run'));
    expect([runs, (await row('count_h')).status]).toEqual([2, 'WAITING']);
    release();
    expect(await ended('count_h', 'STOPPED')).toMatchObject({ note: verbatim('the second run'), error: null });
  });

  it('is abandoned when another API has taken it', async () => {
    const reasons: unknown[] = [];
    const jobs = anApi((run) =>
      untilAborted(run).catch((thrown: unknown) => {
        reasons.push(thrown);
        throw thrown;
      }),
    );
    await begin(jobs);
    await jobs.add(COUNT, { name: 'count_j', title: verbatim('J'), input: { to: 1 } });
    await ended('count_j', 'RUNNING');
    const renewedAt = new Date(Date.now() + 600_000);
    await tx().plain.update(JobEntity, { name: 'count_j' }, { owner: 'another/1/x', renewedAt });
    await eventually(() => Promise.resolve(reasons[0]), 'the end of the first run');
    expect(reasons).toMatchObject([{ code: 'job-stopped' }]);
    expect(await row('count_j')).toMatchObject({ status: 'RUNNING', owner: 'another/1/x' });
    await tx().plain.delete(JobEntity, { name: 'count_j' });
  });

  it('whose end could not be saved runs once more', async () => {
    let runs = 0;
    const jobs = anApi(() => {
      runs += 1;
      return Promise.resolve(verbatim(`run ${runs}`));
    });
    const rows = app.nest.get(ApiJobRows, { strict: false });
    const close = jest
      .spyOn(rows, 'close')
      .mockRejectedValueOnce(new OutsideError(untranslated('database-away', 'the database does not answer')));
    await begin(jobs);
    await jobs.add(COUNT, { name: 'count_k', title: verbatim('K'), input: { to: 1 } });
    await eventually(() => Promise.resolve(close.mock.calls.length > 0 || null), 'the first end');
    await tx().plain.update(JobEntity, { name: 'count_k' }, { renewedAt: new Date(Date.now() - 60_000) });
    expect((await ended('count_k', 'STOPPED')).note).toEqual(verbatim('run 2'));
    close.mockRestore();
  });

  it('continues on another API when its own stops', async () => {
    const first = anApi(untilAborted);
    await begin(first);
    await first.add(COUNT, { name: 'count_e', title: verbatim('E'), input: { to: 1 } });
    await ended('count_e', 'RUNNING');
    await first.onModuleDestroy();
    expect(await row('count_e')).toMatchObject({ status: 'WAITING', owner: null, tries: 0 });
    await begin(anApi(() => Promise.resolve(verbatim('done by the next'))));
    expect((await ended('count_e', 'STOPPED')).note).toEqual(verbatim('done by the next'));
  });

  it('fails with the reason after a user error, and waits after an outside error', async () => {
    const jobs = anApi(({ input }) =>
      Promise.reject(
        input.to === 1
          ? new UserError(untranslated('name-taken', 'the name is taken'))
          : new OutsideError(untranslated('storage-away', 'storage does not answer')),
      ),
    );
    await begin(jobs);
    await jobs.add(COUNT, { name: 'count_f', title: verbatim('F'), input: { to: 1 } });
    await jobs.add(COUNT, { name: 'count_g', title: verbatim('G'), input: { to: 2 } });
    expect(english((await ended('count_f', 'ERROR')).error!)).toBe('the name is taken');
    const waiting = await eventually(async () => {
      const job = await row('count_g');
      return job.notBefore ? job : null;
    }, 'the wait');
    expect(waiting.status).toBe('WAITING');
    expect(english(waiting.note!)).toBe('waiting: storage does not answer');
    await tx().plain.delete(JobEntity, { name: 'count_g' });
  });
});
